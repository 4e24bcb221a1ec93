package dev.parley.app.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A profile in the book of a house rests on an allowed verdict of a conversation, or replay finds it. */
class BookSourcesTest {
    private static final String BOOK = "house:people";

    @TempDir
    private Path folder = Path.of("");

    private Json.Obj replayed() {
        return Exports.parsed(Exports.run("", "replay", "--data", folder.toString(), "--json", BOOK));
    }

    private static Runelog log(Path data) throws IOException {
        return Runelog.open(new RealDisk(data), RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1)));
    }

    private List<Rune> recorded(String conversation) throws IOException {
        try (Runelog log = log(folder);
                RuneReader reader = log.read(conversation, 0)) {
            return reader.toList();
        }
    }

    /** As somebody does who can write into the folder: the chain is as it should be. */
    private void forge(Json.Obj changed) throws IOException {
        try (Runelog log = log(folder)) {
            log.append(RuneDraft.of(BOOK, "profile.changed", changed), WriteClass.IRREVERSIBLE);
            log.commit();
        }
    }

    @Test
    void aProfileThatNobodyDecidedIsFound() throws IOException {
        Exports.run("remember that my tea is green\n", "talk", "--as", "ana", "--data", folder.toString());
        List<Rune> book = recorded(BOOK);
        assertEquals(true, replayed().flag("verified"), () -> replayed().text());
        Json.Obj last = book.getLast().payload();
        Json.Obj profile = (Json.Obj) last.get("profile");
        Json.Obj forged = last.with("profile", profile == null ? Json.Obj.EMPTY : profile.with("role", "GUEST"));
        long denied = recorded("talk-1").stream()
                .filter(rune -> rune.kind().equals("turn.started"))
                .findFirst()
                .orElseThrow()
                .eventId();
        Json.Obj elsewhere = Json.Obj.EMPTY.with("conversation", "talk-1").with("event_id", denied);
        forge(forged.with("source", elsewhere));
        Json.Obj found = replayed();
        assertEquals(false, found.flag("verified"), found::text);
        assertTrue(found.text().contains("\"event_id\":" + (book.getLast().eventId() + 1)), found::text);
        assertTrue(found.text().contains("an allowed verdict that it rests on"), found::text);
    }
}
