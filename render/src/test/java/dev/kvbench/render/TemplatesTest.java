package dev.kvbench.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freemarker.cache.StringTemplateLoader;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplatesTest {

  private record Data(String name, double number, List<String> texts, Object other) {}

  private static final Data DATA = new Data("<a>", 1234.56, List.of("x", "y"), "z");

  @Test
  void fill_numbers_knowNoLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(fill("${number} ${-0.04}")).isEqualTo("1234.6 -0");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void fill_noFormatNamed_escapesAllTheSame() {
    assertThat(fill("${name}")).isEqualTo("&lt;a&gt;");
  }

  @Test
  void fill_missingName_saysTemplateAndLine() {
    assertThatThrownBy(() -> fill("one\ntwo ${texts[0]}\n${nome}"))
        .isInstanceOf(TemplateFailure.class)
        .hasMessageStartingWith("test.ftl:3: ")
        .hasMessageContaining("nome");
  }

  @Test
  void fill_brokenTemplate_saysTemplateAndLine() {
    assertThatThrownBy(() -> fill("one\n<#if>\n"))
        .isInstanceOf(TemplateFailure.class)
        .hasMessageStartingWith("test.ftl:2: ");
  }

  @Test
  void fill_missingTemplate_saysWhich() {
    assertThatThrownBy(() -> Templates.bundled().fill("none.ftl", DATA))
        .isInstanceOf(TemplateFailure.class)
        .hasMessageContaining("none.ftl");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${'freemarker.template.utility.Execute'?new()('id')}",
        "${'freemarker.template.utility.ObjectConstructor'?new()}",
        "${name?api.getClass()}",
        "${name.class}",
        "${texts.class}",
        "${texts?api.size()}",
        "${.data_model.getClass()}",
        "${.data_model.class}",
        "${hashCode()}",
        "${toString()}",
        "<#include 'file:///etc/passwd'>",
        "<#include '/etc/passwd'>",
        "<#include '../../../../etc/passwd'>",
        "<#import 'http://127.0.0.1:9/x.ftl' as x>",
      })
  void fill_reachingForMore_fails(String template) {
    assertThatThrownBy(() -> fill(template)).isInstanceOf(TemplateFailure.class);
  }

  @Test
  void fill_objectThatIsNoData_fails() {
    StringTemplateLoader loader = new StringTemplateLoader();
    loader.putTemplate("test.ftl", "${other}");
    Data data = new Data("", 0, List.of(), new Object());
    assertThatThrownBy(() -> new Templates(loader).fill("test.ftl", data))
        .isInstanceOf(TemplateFailure.class)
        .hasMessageContaining("templates do not see a java.lang.Object");
  }

  private static String fill(String template) {
    StringTemplateLoader loader = new StringTemplateLoader();
    loader.putTemplate("test.ftl", template);
    return new Templates(loader).fill("test.ftl", DATA);
  }
}
