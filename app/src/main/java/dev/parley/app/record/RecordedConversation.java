package dev.parley.app.record;

import dev.parley.app.BadInput;
import dev.parley.kernel.rune.Rune;
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
    /** One that was read whole. */
    public RecordedConversation(String name, List<Rune> runes) {
        this(name, runes, null, null);
    }

    public static RecordedConversation read(Path data, String conversation) {
        RuneArchive archive = RecordFolder.read(data, Progress.SILENT);
        List<String> names = archive.conversations();
        if (!names.contains(conversation)) {
            String known = names.isEmpty() ? "it holds none" : "it holds " + String.join(", ", names);
            throw new BadInput("no conversation '" + conversation + "' in " + data + "; " + known);
        }
        return read(archive, conversation);
    }

    /** What can be read of a conversation that the archive holds. */
    public static RecordedConversation read(RuneArchive archive, String conversation) {
        List<Rune> runes = new ArrayList<>();
        try (RuneReader reader = archive.read(conversation, 0)) {
            reader.forEach(runes::add);
            return new RecordedConversation(
                    conversation, List.copyOf(runes), null, start(archive, conversation, runes));
        } catch (LogFault | IllegalArgumentException | IOException e) {
            return new RecordedConversation(conversation, List.copyOf(runes), e.getMessage(), null);
        }
    }

    private static @Nullable RecordStart start(RuneArchive archive, String conversation, List<Rune> runes)
            throws IOException {
        Snapshot base = archive.base(conversation);
        return base == null ? null : RecordStart.of(base, runes);
    }

    /** The rune of that id, or null. */
    public @Nullable Rune at(long eventId) {
        return runes.stream()
                .filter(rune -> rune.eventId() == eventId)
                .findFirst()
                .orElse(null);
    }
}
