package dev.parley.kernel.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class CallIdTest {
    @Test
    void readsEveryNumberThatItWrites() {
        for (int digits = 1; digits < 40; digits++) {
            BigInteger next = BigInteger.TEN.pow(digits);
            String id = CallId.numbered("c1", next);
            assertEquals("c1", CallId.base(id));
            assertEquals(next, CallId.number(id));
        }
    }

    @Test
    void anIdWithoutANumberIsItsOwnBaseAndTheFirst() {
        for (String id : new String[] {"c1", "c1#", "c1#2x", "12", ""}) {
            assertEquals(id, CallId.base(id));
            assertEquals(BigInteger.ONE, CallId.number(id));
        }
    }

    @Test
    void theNumberIsWhateverDigitsFollowTheLastMark() {
        assertEquals("c1", CallId.base("c1#1234567890"));
        assertEquals(new BigInteger("1234567890"), CallId.number("c1#1234567890"));
        assertEquals("c1#2", CallId.base("c1#2#9"));
        assertEquals("", CallId.base("#9"));
        assertEquals(BigInteger.valueOf(9), CallId.number("#9"));
    }
}
