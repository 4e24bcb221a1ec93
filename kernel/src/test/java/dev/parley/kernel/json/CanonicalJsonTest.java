package dev.parley.kernel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalJsonTest {
    /** The number samples of RFC 8785, appendix B, and the borders between its notations. */
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "5e-324, 5e-324",
        "-5e-324, -5e-324",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "9007199254740992, 9007199254740992",
        "-9007199254740992, -9007199254740992",
        "295147905179352830000, 295147905179352830000",
        "9.999999999999997e22, 9.999999999999997e+22",
        "1e23, 1e+23",
        "1e21, 1e+21",
        "999999999999999900000, 999999999999999900000",
        "9.999999999999997e-7, 9.999999999999997e-7",
        "0.000001, 0.000001",
        "333333333.3333332, 333333333.3333332",
        "4.50, 4.5",
        "2e-3, 0.002",
        "1E30, 1e+30",
        "0.7, 0.7"
    })
    void writesNumbersAsEcmaScriptDoes(String given, String canonical) {
        assertEquals(canonical, new Json.Num(new BigDecimal(given)).canonical());
    }

    @Test
    void sortsKeysByCodeUnitAndEscapesOnlyWhatItMust() {
        Json.Obj value = Json.Obj.EMPTY
                .with("\u20ac", "Euro Sign")
                .with("\r", "Carriage Return")
                .with("1", "One")
                .with("\ud83d\ude00", "Smiley")
                .with("\u0080", "Control\u007f")
                .with("\ufb33", "Hebrew");
        assertEquals(
                "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\u007f\",\"\u20ac\":\"Euro Sign\","
                        + "\"\ud83d\ude00\":\"Smiley\",\"\ufb33\":\"Hebrew\"}",
                value.canonical());
        assertEquals("\"\\u000f\\n\\\\\\\"/\"", Json.of("\u000f\n\\\"/").canonical());
    }

    @Test
    void keepsTheWrittenOrderForPeople() {
        Json.Obj value = Json.Obj.EMPTY.with("b", 1).with("a", Json.of(List.of(Json.Null.NULL, Json.of(true))));
        assertEquals("{\"b\":1,\"a\":[null,true]}", value.text());
        assertEquals("{\"a\":[null,true],\"b\":1}", value.canonical());
    }

    @Test
    void takesTwoSpellingsOfANumberForOne() {
        assertEquals(new Json.Num(new BigDecimal("1.0")), Json.of(1));
        assertEquals(new Json.Num(new BigDecimal("1.0")).hashCode(), Json.of(1).hashCode());
        assertNotEquals(new Json.Num(new BigDecimal("1.1")), Json.of(1));
    }
}
