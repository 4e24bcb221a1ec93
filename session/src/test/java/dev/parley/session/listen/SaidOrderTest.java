package dev.parley.session.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.session.event.Masked;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Words of one millisecond keep the order in which they were recorded. */
class SaidOrderTest {
    private static Said said(String text, long atMs, long cause) {
        return new Said(Masked.of(text), "ana", atMs, atMs, cause, List.of());
    }

    @Test
    void whatIsNotRecordedYetComesLastInItsMillisecond() {
        List<Said> all = new ArrayList<>(List.of(
                said("at last", 10, 0), said("later", 11, 3), said("free words", 10, 4), said("and more", 10, 7)));
        all.sort(Said.IN_ORDER);
        assertEquals("free words and more at last later", Said.joined(all));
    }
}
