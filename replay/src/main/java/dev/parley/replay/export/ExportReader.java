package dev.parley.replay.export;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.LogEvents.LogGapReported;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.json.JsonDifference;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.effect.Divergence;
import dev.parley.runelog.RuneJson;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of one exported conversation, one after the other. With the chain, a line is its canonical bytes: they
 * have to decode, to say what the rest of the line says, and to follow the line before. Without it, a line is what its
 * fields say.
 */
public final class ExportReader {
    private static final int BRIEF_MAX = 200;

    private final boolean chained;
    private String conversation = "";
    private long runes;
    private long first;
    private long last;
    private Hash head = Hash.ZERO;
    private @Nullable Divergence fault;

    private ExportReader(boolean chained) {
        this.chained = chained;
    }

    /** Checks the chain and the canonical bytes. */
    public static ExportReader chained() {
        return new ExportReader(true);
    }

    /** Looks at neither hashes nor canonical bytes. */
    public static ExportReader unchained() {
        return new ExportReader(false);
    }

    /** The rune of the next line; null if the line is no part of the log, which {@link #fault} explains. */
    public @Nullable Rune read(Json.Obj line) throws NotAnExport {
        Rune said = ExportedRune.of(line);
        if (runes > 0 && !said.conversation().equals(conversation)) {
            throw new NotAnExport("an export is of one conversation, and this line is of " + said.conversation());
        }
        conversation = said.conversation();
        if (runes == 0 && isCompacted(said)) {
            return said;
        }
        Rune rune = chained ? linked(said, line) : said;
        if (rune != null) {
            first = runes == 0 ? rune.eventId() : first;
            last = rune.eventId();
            runes++;
        }
        return rune;
    }

    /** Whether this line only tells that what came before the next one was given up; it is in no chain. */
    public static boolean isCompacted(Rune rune) {
        return EventCatalogue.is(rune, LogGapReported.class)
                && "compacted".equals(rune.payload().text("reason"));
    }

    private @Nullable Rune linked(Rune said, Json.Obj line) {
        String canonical = line.text("canonical");
        String previous = line.text("previous");
        if (canonical == null || previous == null || line.text("hash") == null) {
            return refuse(said, "chain", "canonical, previous and hash", "a line without them");
        }
        Rune rune;
        try {
            byte[] bytes = Base64.getDecoder().decode(canonical);
            rune = Rune.decode(bytes, 0, bytes.length, Hash.ofHex(previous));
            if (!RuneJson.withCanonicalBytes(rune).equals(line)) {
                JsonDifference difference = JsonDifference.first(RuneJson.withCanonicalBytes(rune), line);
                return refuse(said, difference.path(), difference.expected(), difference.found());
            }
        } catch (IllegalArgumentException damaged) {
            return refuse(said, "canonical", "the canonical bytes of a rune", "bytes that are none");
        }
        if (runes > 0 && rune.eventId() != last + 1) {
            return refuse(rune, "event_id", "event " + (last + 1), "event " + rune.eventId());
        }
        boolean begins = runes == 0 && rune.eventId() > 1;
        if (!begins && !rune.previous().equals(head)) {
            return refuse(rune, "previous", head.hex(), rune.previous().hex());
        }
        head = rune.hash();
        return rune;
    }

    private @Nullable Rune refuse(Rune rune, String where, String expected, String found) {
        fault = new Divergence(
                rune.eventId(), Divergence.Kind.ORDERING, rune.kind(), brief(where, expected), brief(where, found));
        return null;
    }

    private static String brief(String where, String text) {
        String path = where.startsWith(".") ? where.substring(1) : where;
        String brief = text.length() <= BRIEF_MAX ? text : text.substring(0, BRIEF_MAX) + "…";
        return path + ": " + brief;
    }

    /** What is wrong with the last line that was read, or null. */
    public @Nullable Divergence fault() {
        return fault;
    }

    public String conversation() {
        return conversation;
    }

    /** Refuses a file that begins later than its conversation: what came before is part of what the rest rests on. */
    public void requireBeginning() {
        if (fault == null && first > 1) {
            fault = new Divergence(
                    first,
                    Divergence.Kind.ORDERING,
                    "",
                    brief("event_id", "event 1"),
                    brief("event_id", "event " + first));
        }
    }

    /** How far the file reaches, and its head. */
    public Json.Obj report() {
        Json.Obj report = Json.Obj.EMPTY
                .with("verified", fault == null)
                .with("conversation", conversation)
                .with("runes", runes)
                .with("first_event_id", first)
                .with("last_event_id", last);
        if (fault != null) {
            return report.with("first_fault", fault.asFault(fault.where()));
        }
        return chained ? report.with("head", head.hex()) : report;
    }

    /** Whether nothing was read. */
    public boolean isEmpty() {
        return runes == 0 && fault == null;
    }
}
