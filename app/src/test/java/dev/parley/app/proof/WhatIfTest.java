package dev.parley.app.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.record.RecordFolder;
import dev.parley.replay.WhatIf;
import dev.parley.replay.WhatIfs;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.fault.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhatIfTest {
    @Test
    void listsWhatAnotherPolicyWouldHaveDecidedAndWritesNothing(@TempDir Path folder) throws IOException {
        String data = folder.resolve("data").toString();
        Exports.run("turn on the kitchen lights\norder tea\nyes\n", "talk", "--as", "ana", "--data", data);
        String before = Exports.run("", "log", "export", "--data", data);
        Path policy = folder.resolve("policy.yaml");
        Files.writeString(policy, "turn_on_light: deny\norder: allow\n");
        List<String> lines = Exports.run("", "what-if", "--data", data, "--policy", policy.toString(), "--json")
                .lines()
                .toList();
        assertEquals(3, lines.size(), lines::toString);
        assertTrue(lines.get(0).contains("\"recorded\":\"allowed\",\"now\":\"denied\""), lines::toString);
        assertTrue(lines.get(1).contains("\"recorded\":\"asked\",\"now\":\"allowed\""), lines::toString);
        assertTrue(lines.get(2).contains("\"flips\":2,\"denied_to_allowed\":0"), lines::toString);
        assertEquals(before, Exports.run("", "log", "export", "--data", data));
    }

    @Test
    void namesFirstWhatWasDeniedAndWouldBeAllowedToOtherPeople(@TempDir Path folder) throws IOException {
        String data = folder.resolve("data").toString();
        Exports.run("turn on the kitchen lights\n", "talk", "--as", "dora", "--data", data);
        Path household = folder.resolve("household.yaml");
        Files.writeString(household, "people:\n  - {id: dora, role: OWNER, birthdate: 1980-01-01}\n");
        List<String> lines = Exports.run("", "what-if", "--data", data, "--household", household.toString(), "--json")
                .lines()
                .toList();
        assertTrue(
                lines.getFirst().contains("\"person\":\"dora\",\"recorded\":\"denied\",\"now\":\"allowed\""),
                lines::toString);
        assertTrue(
                lines.stream().noneMatch(line -> line.contains("\"room\":\"tool\"")),
                "what the tool room did only followed: " + lines);
        assertEquals(2, lines.size(), () -> "that the house is done with it only followed: " + lines);
        assertTrue(lines.getLast().contains("\"denied_to_allowed\":1"), lines::toString);
    }

    @Test
    void countsAConversationOnceHoweverOftenItIsNamed(@TempDir Path folder) throws IOException {
        String data = folder.resolve("data").toString();
        Exports.run("turn on the kitchen lights\n", "talk", "--as", "ana", "--data", data);
        String id = RecordFolder.read(folder.resolve("data"), Progress.SILENT).conversations().stream()
                .filter(name -> !name.startsWith("house:"))
                .findFirst()
                .orElseThrow();
        String once = Exports.run("", "what-if", "--data", data, "--json", id)
                .lines()
                .toList()
                .getLast();
        String thrice = Exports.run("", "what-if", "--data", data, "--json", id, id, id)
                .lines()
                .toList()
                .getLast();
        String verdicts = once.replaceAll("(\"verdicts\":\\d+).*|.", "$1");
        assertTrue(thrice.contains(verdicts + ","), () -> once + " " + thrice);
        assertTrue(once.contains("\"repeated\":0") && thrice.contains("\"repeated\":2"), () -> once + " " + thrice);
    }

    @Test
    void reportsWhatWasDecidedUntilItWasStopped(@TempDir Path folder) throws IOException {
        String data = folder.resolve("data").toString();
        Exports.run("turn on the kitchen lights\n", "talk", "--as", "ana", "--data", data);
        Exports.run("turn on the kitchen lights\n", "talk", "--as", "ben", "--data", data);
        RuneArchive archive = RecordFolder.read(folder.resolve("data"), Progress.SILENT);
        List<String> names = archive.conversations();
        AtomicInteger asked = new AtomicInteger();
        WhatIfs.Rules rules = _ -> new WhatIf(null, Map.of(), Map.of());
        WhatIfs.Report whole = WhatIfs.of(archive, names, rules, Progress.SILENT, () -> asked.incrementAndGet() < 0);
        assertEquals(0, whole.undecided());
        assertTrue(asked.get() > whole.verdicts(), "it can be stopped at every event");
        asked.set(0);
        WhatIfs.Report part = WhatIfs.of(archive, names, rules, Progress.SILENT, () -> asked.incrementAndGet() > 20);
        assertTrue(part.verdicts() < whole.verdicts(), part::toString);
        assertTrue(part.undecided() > 0, part::toString);
        assertEquals(
                0,
                WhatIfs.of(archive, names, rules, Progress.SILENT, () -> true).verdicts());
    }

    /** A loan that nobody could have given: that the house is done with it, and that it was taken back, only followed. */
    @Test
    void leavesOutWhatFollowsFromALoanThatWasNeverGiven(@TempDir Path folder) throws IOException {
        String data = folder.resolve("data").toString();
        Exports.run(
                "let Ben use the garage until we leave\nyes\nBen may not use the garage any more\n"
                        + "let Ben use the music until we leave\nyes\n",
                "talk",
                "--as",
                "ana",
                "--data",
                data);
        Path household = folder.resolve("household.yaml");
        Files.writeString(
                household,
                "people:\n  - {id: ana, role: GUEST, birthdate: 1980-05-01}\n"
                        + "  - {id: ben, role: OWNER, birthdate: 1985-05-01}\n");
        List<String> lines = Exports.run("", "what-if", "--data", data, "--household", household.toString(), "--json")
                .lines()
                .toList();
        assertTrue(lines.getLast().contains("\"denied_to_allowed\":0"), lines::toString);
        String exported = Exports.run("", "log", "export", "--data", data);
        assertTrue(exported.contains("\"action\":\"done\""), exported);
        assertTrue(lines.stream().noneMatch(line -> line.contains("\"action\":\"done\"")), lines::toString);
    }

    @Test
    void asksForCallsAsAnotherCatalogueSays(@TempDir Path folder) throws IOException {
        String data = folder.resolve("data").toString();
        Exports.run("turn on the kitchen lights\nopen the garage\nyes\n", "talk", "--as", "ana", "--data", data);
        Path catalogue = folder.resolve("catalogue.yaml");
        Files.writeString(catalogue, """
            roles: {OWNER: [home_automation], ADMIN: [], OPERATOR: [], GUEST: []}
            commands:
              - {name: turn_on_light, group: home_automation, risk: high}
              - {name: open_garage, group: home_automation}
            """);
        List<String> lines = Exports.run("", "what-if", "--data", data, "--catalogue", catalogue.toString(), "--json")
                .lines()
                .toList();
        assertEquals(3, lines.size(), lines::toString);
        assertTrue(lines.get(0).contains("\"recorded\":\"allowed\",\"now\":\"asked\""), lines::toString);
        assertTrue(lines.get(1).contains("\"recorded\":\"asked\",\"now\":\"allowed\""), lines::toString);
    }

    /** The house asks for a yes whatever the policy of the tool says, and a minor stays refused. */
    @Test
    void leavesToTheHouseWhatIsTheHouses(@TempDir Path folder) throws IOException {
        String data = folder.resolve("data").toString();
        Exports.run("open the garage\nyes\n", "talk", "--as", "ana", "--data", data);
        Exports.run("open the garage\n", "talk", "--as", "chris", "--data", data);
        Path policy = folder.resolve("policy.yaml");
        Files.writeString(policy, "open_garage: allow\n");
        String report = Exports.run("", "what-if", "--data", data, "--policy", policy.toString(), "--json");
        assertTrue(report.contains("\"flips\":0"), report);
        String told = Exports.run("", "what-if", "--data", data, "--policy", policy.toString());
        assertTrue(told.contains("0 come out otherwise"), told);
    }
}
