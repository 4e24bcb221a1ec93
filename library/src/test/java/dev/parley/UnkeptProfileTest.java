package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that is lost between the verdict that changes a profile and the rune that keeps it loses nothing. */
@Timeout(60)
class UnkeptProfileTest {
    private static final String PEOPLE = "house:people";

    private static Runelog log(MemoryDisk disk) throws IOException {
        return Runelog.open(disk, RunelogSettings.inline(new SystemTime(), RandomSource.seeded(1)));
    }

    private static Parley parley(Runelog log, MemoryDisk disk) throws IOException {
        return Parley.over(log, disk)
                .model((_, _) -> Reply.says("Yes."))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .open();
    }

    private static List<Rune> recorded(Runelog log, String conversation) {
        try (RuneReader reader = log.read(conversation, 0)) {
            return reader.toList();
        }
    }

    /** What the disk has if the process is lost right after this person's change was allowed. */
    private static List<Rune> lostAfterTheVerdict() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        List<Rune> kept = new ArrayList<>();
        try (Runelog log = log(disk);
                Parley parley = parley(log, disk)) {
            Conversation talk = parley.converse("talk", "ana");
            talk.say("Hello").join();
            talk.household().remember("ana", "tea", "green");
            List<Rune> all = talk.record();
            Rune applied = all.stream()
                    .filter(rune -> "applied".equals(rune.payload().text("action")))
                    .findFirst()
                    .orElseThrow();
            kept.addAll(all.subList(0, (int) applied.eventId()));
            List<Rune> people = recorded(log, PEOPLE);
            kept.addAll(people.subList(0, people.size() - 1));
        }
        return kept;
    }

    private static long changes(Runelog log) {
        return recorded(log, PEOPLE).stream()
                .filter(rune -> rune.payload().canonical().contains("\"tea\":\"green\""))
                .count();
    }

    @Test
    void itIsKeptByWhoeverTakesTheConversationUpOnce() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        try (Runelog log = log(disk)) {
            for (Rune rune : lostAfterTheVerdict()) {
                log.append(new RuneDraft(rune.envelope(), rune.payload()), WriteClass.IRREVERSIBLE);
            }
            assertEquals(0, changes(log));
            try (Parley parley = parley(log, disk)) {
                Conversation talk = parley.resume("talk", Visit.of("ana"));
                assertEquals("green", talk.household().fact("ana", "tea"));
                assertEquals(1, changes(log));
                parley.drain();
            }
        }
        try (Runelog log = log(disk);
                Parley parley = parley(log, disk)) {
            parley.resume("talk", Visit.of("ana"));
            assertEquals(1, changes(log), "once");
            assertEquals("green", parley.converse("later", "ana").household().fact("ana", "tea"));
        }
    }

    /** The person has told another conversation of the next process something else meanwhile. */
    @Test
    void itDoesNotReplaceWhatThePersonHasToldAnotherConversationSince() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        try (Runelog log = log(disk)) {
            for (Rune rune : lostAfterTheVerdict()) {
                log.append(new RuneDraft(rune.envelope(), rune.payload()), WriteClass.IRREVERSIBLE);
            }
            try (Parley parley = parley(log, disk)) {
                parley.converse("later", "ana").household().remember("ana", "tea", "black");
                parley.resume("talk", Visit.of("ana"));
                assertEquals("black", parley.converse("last", "ana").household().fact("ana", "tea"));
            }
        }
    }
}
