package held.security;

import static org.junit.jupiter.api.Assertions.assertTrue;

import held.Apart;
import held.Given;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of a call's arguments comes back, whatever the schema makes of it. */
class CostlySchemaTest {
    private static final int SECONDS = 12;

    @TempDir
    private Path folder;

    private void comesBack(String schema, String arguments) throws Exception {
        Path written = Files.writeString(folder.resolve("schema.json"), schema.replace('\'', '"'));
        Path called = Files.writeString(folder.resolve("arguments.json"), arguments.replace('\'', '"'));
        Apart.Ended ended = Apart.run(SECONDS, HungSchema.class, written.toString(), called.toString());
        Given.that(ended.printed().startsWith("calling"), ended);
        assertTrue(ended.ended(), "the check of one call is still busy after " + SECONDS + " s");
    }

    @Test
    void aPatternThatWouldBeTriedForMinutesComesBack() throws Exception {
        comesBack("{'properties':{'q':{'type':'string','pattern':'(.*a){20}b'}}}", "{'q':'" + "a".repeat(40) + "'}");
    }

    @Test
    void referencesThatDoubleAtEveryStepComeBack() throws Exception {
        String defs = IntStream.range(0, 40)
                .mapToObj(i -> "'d" + i + "':{'allOf':[{'$ref':'#/$defs/d" + (i + 1) + "'},{'$ref':'#/$defs/d" + (i + 1)
                        + "'}]}")
                .collect(Collectors.joining(","));
        comesBack("{'$ref':'#/$defs/d0','$defs':{" + defs + ",'d40':{'type':'object'}}}", "{}");
    }

    @Test
    void referencesThatDoubleAtEveryDepthOfTheArgumentsComeBack() throws Exception {
        String schema = "{'$ref':'#/$defs/a','$defs':{'a':{'anyOf':[{'properties':{'x':{'$ref':'#/$defs/a'}},"
                + "'required':['y']},{'properties':{'x':{'$ref':'#/$defs/a'}},'required':['z']}]}}}";
        comesBack(schema, "{'x':".repeat(60) + "{}" + "}".repeat(60));
    }
}
