package dev.parley.kernel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A number that does not survive canonical form is found, wherever it is (ruling E11). */
class LostNumberTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "123456789012345678901",
                "123456789012345678999",
                "9007199254740993",
                "-9007199254740993",
                "0.1234567890123456789",
                "1e400",
                "1e999",
                "-1e400",
                "1e-400",
                "1e2147483646",
                "1e-2147483646",
            })
    void aNumberThatWouldBeWrittenAsAnotherIsLost(String number) {
        Json.Num value = new Json.Num(new BigDecimal(number));
        assertNotNull(CanonicalJson.lostNumber(value));
        assertNotNull(CanonicalJson.lostNumber(Json.Obj.EMPTY.with("deep", Json.of(List.of(value)))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0.0",
                "1",
                "1.10",
                "1E+2",
                "0.1",
                "0.30000000000000004",
                "9007199254740992",
                "1e300",
                "5e-324"
            })
    void aNumberThatReadsBackIsKept(String number) {
        assertNull(CanonicalJson.lostNumber(new Json.Num(new BigDecimal(number))));
    }

    @Test
    void theFirstLostNumberIsNamed() {
        Json.Obj value = Json.Obj.EMPTY.with("a", 1).with("b", new Json.Num(new BigDecimal("123456789012345678901")));
        assertEquals("123456789012345678901", CanonicalJson.lostNumber(value));
        assertNull(CanonicalJson.lostNumber(Json.Obj.EMPTY.with("text", "123456789012345678901")));
    }
}
