package dev.parley.app.record;

import dev.parley.app.BadInput;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be read of one conversation.
 *
 * @param runes everything sound, from the first rune on
 * @param fault why reading ended before the head, or null where it did not
 */
public record RecordedConversation(
        String name, List<Rune> runes, @Nullable String fault) {

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
            return new RecordedConversation(conversation, List.copyOf(runes), null);
        } catch (LogFault e) {
            return new RecordedConversation(conversation, List.copyOf(runes), e.getMessage());
        }
    }

    /** The rune of that id, or null. */
    public @Nullable Rune at(long eventId) {
        return runes.stream()
                .filter(rune -> rune.eventId() == eventId)
                .findFirst()
                .orElse(null);
    }
}
