package dev.parley.agent.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsSchemaTest {
    private static final String TOO_MUCH = "the schema cannot be applied: more than 250000 steps";

    private static Json.Obj json(String text) {
        try {
            return (Json.Obj) JsonDecoder.decode(text.replace('\'', '"'));
        } catch (JsonDecoder.NotJson e) {
            throw new AssertionError(text, e);
        }
    }

    private static @Nullable String mismatch(String schema, String arguments) {
        return ArgumentsSchema.of(json(schema)).mismatch(json(arguments));
    }

    @Test
    void aPatternThatWouldBeTriedForMinutesIsFollowedOnce() {
        String schema = "{'properties':{'q':{'type':'string','pattern':'(.*a){20}b'}}}";
        assertEquals(
                "/q: does not match the regex pattern (.*a){20}b", mismatch(schema, "{'q':'" + "a".repeat(40) + "'}"));
        assertNull(mismatch(schema, "{'q':'" + "a".repeat(40) + "b'}"));
    }

    @Test
    void namesOfPropertiesAreFollowedOnceToo() {
        String schema = "{'patternProperties':{'^(a+)+$':{'type':'integer'}},'additionalProperties':false}";
        assertNull(mismatch(schema, "{'" + "a".repeat(60) + "':1}"));
        assertNotNull(mismatch(schema, "{'" + "a".repeat(60) + "b':1}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a)\\\\1", "(?=a)b", "((a{1000}){1000}){1000}"})
    void aPatternThatCannotBeFollowedDeniesWithItsReason(String pattern) {
        String flaw = mismatch("{'properties':{'q':{'pattern':'" + pattern + "'}}}", "{'q':'a'}");
        assertTrue(flaw != null && flaw.startsWith("the schema cannot be applied: the pattern "), flaw);
    }

    @Test
    void referencesThatDoubleAtEveryStepEnd() {
        String defs = IntStream.range(0, 40)
                .mapToObj(i -> "'d" + i + "':{'allOf':[{'$ref':'#/$defs/d" + (i + 1) + "'},{'$ref':'#/$defs/d" + (i + 1)
                        + "'}]}")
                .collect(Collectors.joining(","));
        assertEquals(TOO_MUCH, mismatch("{'$ref':'#/$defs/d0','$defs':{" + defs + ",'d40':{'type':'object'}}}", "{}"));
    }

    @Test
    void referencesThatDoubleAtEveryDepthOfTheArgumentsEnd() {
        String schema = "{'$ref':'#/$defs/a','$defs':{'a':{'anyOf':[{'properties':{'x':{'$ref':'#/$defs/a'}},"
                + "'required':['y']},{'properties':{'x':{'$ref':'#/$defs/a'}},'required':['z']}]}}}";
        assertEquals(TOO_MUCH, mismatch(schema, "{'x':".repeat(60) + "{}" + "}".repeat(60)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'uniqueItems':true",
                "'enum':[[1],[2]]",
                "'contains':{'type':'string'}",
                "'unevaluatedItems':false",
                "'items':{'oneOf':[{'type':'string'},{'const':'a'},{'enum':['b']}]}"
            })
    void manySchemasForManyValuesEnd(String keyword) {
        String all = ("{" + keyword + "},").repeat(2_000);
        String many = IntStream.range(0, 20_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
        String schema = "{'properties':{'q':{'allOf':[" + all + "{}]}}}";
        assertEquals(TOO_MUCH, mismatch(schema, "{'q':[" + many + "]}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e-308", "1e-9999", "1e-999999999", "1e308", "1e999999999"})
    void aDivisorHoweverSmallEndsAtOnce(String divisor) {
        Json.Obj schema = json("{'properties':{'q':{'multipleOf':" + divisor + "}}}");
        for (String number : List.of("1", "9007199254740991", "1e300", "0.1")) {
            ArgumentsSchema.of(schema).mismatch(json("{'q':" + number + "}"));
        }
    }

    @Test
    void theDraftsThatServersStillNameAreBoundedToo() {
        for (String draft : List.of("draft-04", "draft-06", "draft-07", "2019-09", "2020-12")) {
            String id = (draft.startsWith("2")
                            ? "https://json-schema.org/draft/" + draft
                            : "http://json-schema.org/" + draft)
                    + "/schema" + (draft.startsWith("2") ? "" : "#");
            String schema =
                    "{'$schema':'" + id + "','properties':{'q':{'type':'string','format':'email','pattern':'(a+)+b'}}}";
            assertNull(mismatch(schema, "{'q':'aab'}"), draft);
            assertNotNull(mismatch(schema, "{'q':'" + "a".repeat(60) + "'}"), draft);
            assertNotNull(mismatch(schema, "{'q':1}"), draft);
        }
    }

    @Test
    void aLongAnswerToAnOrdinarySchemaFits() {
        String many =
                IntStream.range(0, 10_000).mapToObj(i -> "{'id':" + i + "}").collect(Collectors.joining(","));
        String schema = "{'type':'object','properties':{'q':{'type':'array','items':{'type':'object','properties':"
                + "{'id':{'type':'integer','minimum':0}},'required':['id'],'additionalProperties':false}}}}";
        assertNull(mismatch(schema, "{'q':[" + many + "]}"));
    }

    @Test
    void aSchemaThatIsNoneDeniesEverything() {
        assertNotNull(mismatch("{'$schema':'urn:nobody'}", "{}"));
        assertNotNull(mismatch("{'properties':{'q':{'$ref':'#/nowhere'}}}", "{'q':1}"));
    }
}
