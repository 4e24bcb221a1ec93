package dev.parley.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import java.io.ByteArrayOutputStream;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is chained is the recorded format, field by field, written here a second time and without any haste. */
class AttestationChainTest {
    private static final Metadata METADATA = new Metadata(Json.Obj.EMPTY.with("reading", "matrix"));

    private final AttestationChain chain = new AttestationChain();
    private Hash head = Hash.ZERO;
    private long order;

    private void appendsAsWritten(Request request, Decision decision, List<Violation> violations, long ran) {
        byte[] plain = plain(request, decision, violations, ran);
        head = new RuneChain().content(plain, 0, plain.length);
        Judged<Registered, Object> judged = new Judged<>(decision, violations, ran, METADATA, null, 0, null, List.of());
        assertEquals(head, chain.digest(request, judged), request::toString);
        chain.advance(head);
        assertEquals(order, chain.lastOrder());
    }

    private byte[] plain(Request request, Decision decision, List<Violation> violations, long ran) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(head.bytes());
        number(out, 1);
        number(out, ++order);
        number(out, request.at().toEpochSecond());
        number(out, request.at().getNano());
        number(out, request.at().getOffset().getTotalSeconds());
        text(out, request.actor());
        text(out, request.target());
        text(out, request.action());
        text(out, request.machine() == null ? "" : request.machine());
        bytes(out, new Metadata(request.parameters()).canonical());
        number(out, decision.code());
        number(out, ran);
        number(out, violations.size());
        for (Violation violation : violations) {
            text(out, violation.id());
            number(out, violation.level().code());
            text(out, violation.reason());
        }
        bytes(out, METADATA.canonical());
        return out.toByteArray();
    }

    private static void number(ByteArrayOutputStream out, long value) {
        long rest = value >= 0 ? 2 * value : -2 * value - 1;
        do {
            long more = rest >>> 7;
            out.write((int) ((rest & 0x7F) | (more == 0 ? 0 : 0x80)));
            rest = more;
        } while (rest != 0);
    }

    private static void text(ByteArrayOutputStream out, String text) {
        boolean ascii = text.chars().allMatch(c -> c < 0x80);
        number(out, 2L * text.length() + (ascii ? 0 : 1));
        text.chars().forEach(c -> {
            if (!ascii) {
                out.write(c >> 8);
            }
            out.write(c);
        });
    }

    private static void bytes(ByteArrayOutputStream out, byte[] content) {
        number(out, content.length);
        out.writeBytes(content);
    }

    @Test
    void chainsTheSameBytesWhateverStandsInTheFields() {
        List<String> texts = List.of("", "s1", "\u00e9t\u00e9", "\ud83d", "\uffff".repeat(500), "a".repeat(5_000));
        List<String> times =
                List.of("1969-12-31T23:59:59.999999999Z", "2026-03-01T10:00:00+05:30", "-9999-01-01T00:00:00-18:00");
        for (String text : texts) {
            for (String time : times) {
                Request request = new Request(OffsetDateTime.parse(time), text, "s1", text, Json.Obj.EMPTY, text);
                appendsAsWritten(request, Decision.ALLOWED, List.of(), -1L);
            }
        }
    }

    @Test
    void takesViolationsAndParametersOfAnyLength() {
        Request request = new Request(Request.NO_TIME, "agent_a", "s1", "START");
        List<Violation> violations = new ArrayList<>();
        Json.Obj parameters = Json.Obj.EMPTY;
        for (int i = 0; i < 60; i++) {
            violations.add(new Violation("rule." + i, Level.REJECT, "\u20ac".repeat(i)));
            parameters = parameters.with("p" + i, "v".repeat(i));
            appendsAsWritten(request, Decision.DENIED, List.copyOf(violations), 1L << i);
            appendsAsWritten(
                    request.instead("agent_a", "s1", "START", parameters), Decision.HALTED, List.of(), Long.MAX_VALUE);
        }
    }

    /** Every length of the whole up to a few kilobytes, so that the end meets each size of the buffer. */
    @Test
    void fillsItsBufferToTheLastByte() {
        for (int length = 0; length < 2_000; length++) {
            Request request = new Request(Request.NO_TIME, "\u017e".repeat(length), "s1", "START");
            appendsAsWritten(request, Decision.ALLOWED, List.of(), Long.MIN_VALUE);
        }
    }
}
