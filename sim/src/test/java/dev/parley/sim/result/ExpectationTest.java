package dev.parley.sim.result;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectationTest {
    private static final Json.Obj ACTUAL =
            Json.Obj.EMPTY.with("at_ms", 3500).with("list", Json.of(List.of(item(1), item(2))));

    private static Json.Obj item(long value) {
        return Json.Obj.EMPTY.with("a", value).with("b", true);
    }

    private static int failures(Json expected) {
        return Expectation.failures(expected, ACTUAL).size();
    }

    @Test
    void objectsMatchOnTheKeysThatAreGiven() {
        assertEquals(0, failures(Json.Obj.EMPTY));
        assertEquals(0, failures(Json.Obj.EMPTY.with("at_ms", 3500)));
        assertEquals(1, failures(Json.Obj.EMPTY.with("at_ms", 3501)));
        assertEquals(1, failures(Json.Obj.EMPTY.with("other", 1)));
    }

    @Test
    void listsMatchInOrderAndLength() {
        assertEquals(0, failures(list(item(1), item(2))));
        assertEquals(2, failures(list(item(2), item(1))));
        assertEquals(1, failures(list(item(1))));
        assertEquals(1, failures(list()));
    }

    @Test
    void aLastElementMayAllowMore() {
        Json.Obj rest = Json.Obj.EMPTY.with("contains_rest", true);
        assertEquals(0, failures(list(item(1), rest)));
        assertEquals(0, failures(list(rest)));
        assertEquals(0, failures(list(item(1), item(2), rest)));
        assertEquals(1, failures(list(item(1), item(2), item(3), rest)));
    }

    @Test
    void aTimeMayBeNear() {
        assertEquals(0, failures(Json.Obj.EMPTY.with("at_ms", near(3480, 20))));
        assertEquals(1, failures(Json.Obj.EMPTY.with("at_ms", near(3479, 20))));
    }

    private static Json.Obj near(long centre, long within) {
        return Json.Obj.EMPTY.with("near", centre).with("within", within);
    }

    private static Json.Obj list(Json... items) {
        return Json.Obj.EMPTY.with("list", Json.of(List.of(items)));
    }
}
