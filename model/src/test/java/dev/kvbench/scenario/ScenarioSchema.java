package dev.kvbench.scenario;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Path;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The schema of scenarios as an editor uses it. */
final class ScenarioSchema {

  static final Path FILE = Path.of("..", "scenarios", "scenario.schema.json");
  private static final JsonMapper JSON = new JsonMapper();

  private final JsonNode text = JSON.readTree(FILE.toFile());
  private final Schema schema =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(text);

  JsonNode text() {
    return text;
  }

  boolean isValid(String yaml) {
    LoadSettings settings = LoadSettings.builder().setSchema(new CoreSchema()).build();
    JsonNode json = JSON.valueToTree(new Load(settings).loadFromString(yaml));
    return schema.validate(json).isEmpty();
  }
}
