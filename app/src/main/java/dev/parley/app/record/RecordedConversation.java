package dev.parley.app.record;

import dev.parley.app.io.BadInput;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.LogEvents.LogGapReported;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.replay.WhatIf;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.session.record.RecordStart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be read of one conversation.
 *
 * @param runes everything sound, from the first rune on
 * @param start what a compacted conversation begins after, or null; its first rune then tells the gap
 * @param fault why reading ended before the head, or null where it did not
 */
public record RecordedConversation(
        String name,
        List<Rune> runes,
        @Nullable String fault,
        @Nullable RecordStart start) {
    private static final int NAMED_MAX = 12;

    /** Where the snapshot is that a compacted conversation begins after. */
    @FunctionalInterface
    public interface Bases {
        @Nullable
        Snapshot of(String conversation) throws IOException;
    }

    /** One of which everything was read that there is. */
    public static RecordedConversation of(String name, List<Rune> runes, Bases bases) {
        try {
            Snapshot base = bases.of(name);
            return new RecordedConversation(name, runes, null, base == null ? null : RecordStart.of(base, runes));
        } catch (LogFault | IllegalArgumentException | IOException e) {
            return new RecordedConversation(name, runes, e.getMessage(), null);
        }
    }

    /** Which conversations there are, for somebody who named one that is not there. */
    public static String held(List<String> names) {
        int more = names.size() - NAMED_MAX;
        return names.isEmpty()
                ? "it holds none"
                : "it holds "
                        + String.join(", ", names.subList(0, Math.min(NAMED_MAX, names.size())))
                        + (more > 0 ? " and " + more + " more" : "");
    }

    public static RecordedConversation read(Path data, String conversation) {
        return named(RecordFolder.read(data, Progress.SILENT), data, conversation);
    }

    /** What can be read of a conversation that somebody named, who may be wrong. */
    public static RecordedConversation named(RuneArchive archive, Path data, String conversation) {
        List<String> names = archive.conversations();
        if (!names.contains(conversation)) {
            throw new BadInput("no conversation '" + conversation + "' in " + data + "; " + held(names));
        }
        return read(archive, conversation);
    }

    /** What can be read of a conversation that the archive holds. */
    public static RecordedConversation read(RuneArchive archive, String conversation) {
        List<Rune> runes = new ArrayList<>();
        try (RuneReader reader = archive.read(conversation, 0)) {
            reader.forEach(runes::add);
        } catch (LogFault e) {
            return new RecordedConversation(conversation, List.copyOf(runes), e.getMessage(), null);
        }
        return of(conversation, List.copyOf(runes), archive::base);
    }

    /** A compacted conversation is decided again from what its snapshot says. */
    public static WhatIf begun(RuneArchive archive, String name, WhatIf whatIf) {
        if (archive.head(name).earliest() > 1) {
            RecordedConversation recorded = read(archive, name);
            RecordStart start = recorded.start();
            if (start == null) {
                throw new LogFault(String.valueOf(recorded.fault()));
            }
            whatIf.startAfter(start.eventId(), start.gist(), start.states());
        }
        return whatIf;
    }

    /** The event that it begins after, 0 if it begins at its first. */
    public long begins() {
        return start == null ? 0 : start.eventId();
    }

    /** The runes that can be decided again: all but the one that tells of the gap. */
    public List<Rune> provable() {
        return runes.stream().filter(rune -> rune.eventId() > begins()).toList();
    }

    /** A replay that has folded nothing yet, and begins where the record does. */
    public Replay replay() {
        Replay replay = new Replay(new Rooms());
        if (start != null) {
            replay.startAfter(start.eventId(), start.chain(), start.gist(), start.states());
        }
        return replay;
    }

    /** Whether its beginning is gone and nothing says what it led to, so that nothing can be decided again. */
    public boolean isHeadless() {
        return start == null && !runes.isEmpty() && EventCatalogue.is(runes.getFirst(), LogGapReported.class);
    }

    /** The rune of that id, or null. */
    public @Nullable Rune at(long eventId) {
        return runes.stream()
                .filter(rune -> rune.eventId() == eventId)
                .findFirst()
                .orElse(null);
    }
}
