package dev.kvbench.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The walls of the house: who may import whom, and what may be done where. */
class ArchitectureTest {

  private static final String ROOT = "dev.kvbench.";

  /** Each room, and the rooms that it may see. */
  private static final Map<String, List<String>> SEES =
      Map.of(
          "clock", List.of(),
          "model", List.of("clock"),
          "analysis", List.of("clock", "model"),
          "load", List.of("clock", "model"),
          "targets", List.of("clock", "model"),
          "server", List.of("clock"),
          "run", List.of("clock", "model", "analysis", "load", "targets"),
          "render", List.of("clock", "model", "analysis"),
          "cli", List.of("clock", "model", "run", "render", "server"));

  /** The packages of each room; the clock is a corner of the model that even the server sees. */
  private static final Map<String, List<String>> PACKAGES =
      Map.of(
          "clock", List.of("time"),
          "model", List.of("scenario", "result", "tls"),
          "analysis", List.of("analysis"),
          "load", List.of("load"),
          "targets", List.of("targets"),
          "server", List.of("server"),
          "run", List.of("run"),
          "render", List.of("render"),
          "cli", List.of("cli"));

  private static final JavaClasses KVBENCH =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.kvbench");

  @TestFactory
  List<DynamicTest> rooms_seeOnlyWhatTheyMay() {
    return SEES.keySet().stream()
        .map(room -> DynamicTest.dynamicTest(room, () -> rule(room).check(KVBENCH)))
        .toList();
  }

  @Test
  void rooms_areAllKnown() {
    classes()
        .that()
        .resideInAPackage("dev.kvbench..")
        .should()
        .resideInAnyPackage(
            PACKAGES.values().stream()
                .flatMap(List::stream)
                .map(name -> ROOT + name + "..")
                .toArray(String[]::new))
        .check(KVBENCH);
  }

  @Test
  void theMachinesClock_isReadInOnePlace() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.kvbench.time.NanoClock")
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(KVBENCH);
  }

  @Test
  void printingAndExiting_isForTheCommandLineAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.kvbench.cli..")
        .and()
        .doNotHaveFullyQualifiedName("dev.kvbench.server.ServerMain")
        .and()
        .doNotHaveFullyQualifiedName("dev.kvbench.server.law.LawServerMain")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .check(KVBENCH);
  }

  private static ArchRule rule(String room) {
    List<String> own = PACKAGES.getOrDefault(room, List.of());
    String[] forbidden =
        PACKAGES.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(room))
            .filter(entry -> !SEES.getOrDefault(room, List.of()).contains(entry.getKey()))
            .flatMap(entry -> entry.getValue().stream())
            .map(name -> ROOT + name + "..")
            .toArray(String[]::new);
    return noClasses()
        .that(
            new DescribedPredicate<JavaClass>("are of the room " + room) {
              @Override
              public boolean test(JavaClass type) {
                return own.stream()
                    .anyMatch(
                        name ->
                            type.getPackageName().equals(ROOT + name)
                                || type.getPackageName().startsWith(ROOT + name + "."));
              }
            })
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(forbidden);
  }
}
