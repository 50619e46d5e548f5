package dev.kvbench.render;

import freemarker.cache.ClassTemplateLoader;
import freemarker.cache.TemplateLoader;
import freemarker.core.ParseException;
import freemarker.core.TemplateClassResolver;
import freemarker.core.XMLOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import freemarker.template.TemplateHashModel;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/**
 * The templates, with a view of data and nothing else: no class, no file outside of their own
 * folder, no locale but the root, no time zone but UTC. A name that is not there is an error.
 */
final class Templates {

  private static final RecordWrapper WRAPPER = new RecordWrapper();

  private final Configuration configuration;

  /** Uses the templates of {@code loader}. */
  Templates(TemplateLoader loader) {
    Configuration made = new Configuration(Configuration.VERSION_2_3_35);
    made.setTemplateLoader(loader);
    made.setLocalizedLookup(false);
    made.setDefaultEncoding(StandardCharsets.UTF_8.name());
    made.setLocale(Locale.ROOT);
    made.setTimeZone(TimeZone.getTimeZone("UTC"));
    made.setNumberFormat("0.#");
    made.setObjectWrapper(WRAPPER);
    made.setAPIBuiltinEnabled(false);
    made.setNewBuiltinClassResolver(TemplateClassResolver.ALLOWS_NOTHING_RESOLVER);
    made.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    made.setLogTemplateExceptions(false);
    made.setWrapUncheckedExceptions(true);
    made.setFallbackOnNullLoopVariable(false);
    made.setRegisteredCustomOutputFormats(List.of(MarkdownOutputFormat.INSTANCE));
    // what does not say its format is escaped all the same
    made.setOutputFormat(XMLOutputFormat.INSTANCE);
    made.setSharedVariable("aligned", new AlignedTables());
    configuration = made;
  }

  /** Returns the templates that kvbench brings. */
  static Templates bundled() {
    return new Templates(new ClassTemplateLoader(Templates.class, "templates"));
  }

  /**
   * Fills in the template {@code name}.
   *
   * @throws TemplateFailure if the template is missing or wrong; it says where
   */
  String fill(String name, Record data) {
    StringWriter text = new StringWriter();
    try {
      TemplateHashModel model = (TemplateHashModel) WRAPPER.wrap(data);
      configuration.getTemplate(name).process(model, text);
    } catch (ParseException e) {
      throw new TemplateFailure(
          e.getTemplateName() + ":" + e.getLineNumber() + ": " + e.getEditorMessage(), e);
    } catch (TemplateException e) {
      throw new TemplateFailure(
          e.getTemplateSourceName() + ":" + e.getLineNumber() + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new TemplateFailure(name + ": " + e.getMessage(), e);
    }
    return text.toString().replace("\r\n", "\n");
  }
}
