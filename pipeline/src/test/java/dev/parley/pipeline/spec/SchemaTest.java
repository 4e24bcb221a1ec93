package dev.parley.pipeline.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.parley.pipeline.yaml.BadYaml;
import dev.parley.pipeline.yaml.YamlDocument;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Item 1: the published schema and the reader agree about the shape of a specification. */
class SchemaTest {
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(PipelineSpec.schema());

    @Test
    void goodSpecificationsFitTheSchema() {
        assertEquals(List.of(), errors(BadSpec.GOOD));
    }

    /** Where the reader refuses while it still reads, the schema refuses too; names and graphs are beyond a schema. */
    @ParameterizedTest
    @MethodSource("shapes")
    void whatTheReaderRefusesForItsShapeTheSchemaRefuses(BadSpec.Case bad) {
        assertFalse(errors(BadSpec.GOOD.replace(bad.from(), bad.to())).isEmpty());
    }

    static Stream<BadSpec.Case> shapes() {
        return BadSpec.all().filter(SchemaTest::isShape);
    }

    private static boolean isShape(BadSpec.Case bad) {
        String text = BadSpec.GOOD.replace(bad.from(), bad.to());
        try {
            YamlDocument.read("v", text).json();
        } catch (BadYaml unreadable) {
            return false;
        }
        boolean comparesValues =
                bad.reason().startsWith("already") || bad.reason().contains("stand");
        try {
            PipelineSpec.read("v", text);
            return false;
        } catch (BadYaml refused) {
            return !comparesValues;
        }
    }

    @Test
    void theSchemaIsAskedAboutManyShapes() {
        assertTrue(shapes().count() >= 40);
    }

    private static List<String> errors(String yaml) {
        String json = YamlDocument.read("v", yaml).json().canonical();
        return SCHEMA.validate(json, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }
}
