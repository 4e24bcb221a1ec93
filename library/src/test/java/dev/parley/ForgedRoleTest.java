package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A conversation that another program made, with a household in which the child is an owner, is carried over into the
 * folder. Its chain and its verdicts are right. Going on with it gives the child nothing that the configuration does not.
 */
@Timeout(60)
class ForgedRoleTest {
    private static final String FORGED = "forged";

    private static Runelog log(MemoryDisk disk) throws IOException {
        return Runelog.open(disk, RunelogSettings.inline(new SystemTime(), RandomSource.seeded(1)));
    }

    private static Parley parley(Runelog log, MemoryDisk disk, Role role, int born) throws IOException {
        return Parley.over(log, disk)
                .model((_, _) -> Reply.says("Yes."))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .person("dora", role, LocalDate.of(born, 6, 21))
                .open();
    }

    private static List<Rune> recorded(Runelog log, String conversation) {
        try (RuneReader reader = log.read(conversation, 0)) {
            return reader.toList();
        }
    }

    /** What another program recorded of a conversation that has not ended. */
    private static List<Rune> made(Role role, int born) throws IOException {
        MemoryDisk disk = new MemoryDisk();
        try (Runelog log = log(disk);
                Parley parley = parley(log, disk, role, born)) {
            Conversation talk = parley.converse(FORGED, "dora");
            talk.say("Hello").join();
            return talk.record();
        }
    }

    private static Json ended(Runelog log) {
        Rune last = recorded(log, FORGED).getLast();
        assertEquals("control.ended", last.kind());
        Json differs = last.payload().get("differs");
        assertNotNull(differs, last.payload()::text);
        return differs;
    }

    private static void carryOver(Runelog log, List<Rune> runes) {
        runes.forEach(rune -> log.append(new RuneDraft(rune.envelope(), rune.payload()), WriteClass.IRREVERSIBLE));
    }

    @Test
    void aResumedConversationGivesNoRoleThatTheConfigurationDoesNot() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        try (Runelog log = log(disk)) {
            carryOver(log, made(Role.OWNER, 1980));
            try (Parley parley = parley(log, disk, Role.GUEST, 2018)) {
                Conversation talk = parley.resume(FORGED, Visit.of("dora"));
                assertTrue(talk.over().isDone());
                assertTrue(ended(log).text().contains("/people/dora"), ended(log)::text);
                assertEquals("GUEST", role(parley));
            }
        }
    }

    @Test
    void endingItKeepsNothingOfItsPeople() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        try (Runelog log = log(disk)) {
            carryOver(log, made(Role.GUEST, 1980));
            try (Parley parley = parley(log, disk, Role.GUEST, 2018)) {
                assertEquals(1, parley.endUnfinished().size());
                assertTrue(ended(log).text().contains("/people/dora"), ended(log)::text);
                assertFalse(recorded(log, "house:people").stream()
                        .anyMatch(rune -> rune.payload().canonical().contains("1980-06-21")));
            }
        }
    }

    /** The same conversation goes on where the configuration is the one that it was made with. */
    @Test
    void anHonestConversationGoesOn() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        try (Runelog log = log(disk)) {
            carryOver(log, made(Role.GUEST, 2018));
            try (Parley parley = parley(log, disk, Role.GUEST, 2018)) {
                assertEquals(
                        "Yes.",
                        parley.resume(FORGED, Visit.of("dora")).say("Hello").join());
            }
        }
    }

    /** The role with which dora comes into a new conversation. */
    private static String role(Parley parley) {
        List<Rune> runes = parley.converse("new", "dora").record();
        Json parameters = runes.stream()
                .filter(rune -> "person_added".equals(rune.payload().text("action"))
                        && "dora".equals(rune.payload().text("target")))
                .findFirst()
                .orElseThrow()
                .payload()
                .get("parameters");
        return parameters instanceof Json.Obj given ? String.valueOf(given.text("role")) : "";
    }
}
