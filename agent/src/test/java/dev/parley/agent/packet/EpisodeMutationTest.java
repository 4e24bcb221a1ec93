package dev.parley.agent.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every packet of a valid episode is dropped, doubled, moved and changed field by field. Each mutant is refused by a rule
 * that has to do with the change, or is still valid for a reason that is written down here.
 */
class EpisodeMutationTest {
    private static final Map<String, PacketScript> EPISODES = episodes();

    private static Map<String, PacketScript> episodes() {
        Map<String, PacketScript> episodes = new LinkedHashMap<>();
        episodes.put("read", PacketScript.readPath());
        episodes.put("write", PacketScript.writePath());
        episodes.put("verify", PacketScript.verifyPath());
        episodes.put("escalation", PacketScript.escalationPath());
        episodes.put("safe mode", PacketScript.safeModePath());
        return episodes;
    }

    /** What was dropped (the line's number in its episode), and the first rules then broken; {@code -} for still valid. */
    private static final String DROPPED = """
            read 1 fsm.S0.no-row
            read 2 fsm.S1.no-row
            read 3 fsm.S2.no-row
            read 4 fsm.S3.no-row
            read 5 E6.open
            read 6 - an observation of results is optional in S6
            read 7 fsm.S6.no-row
            read 8 - an episode may stay open in S7
            write 1 fsm.S0.no-row
            write 2 fsm.S1.no-row
            write 3 fsm.S2.no-row
            write 4 fsm.S3.no-row
            write 5 fsm.S5.no-row
            write 6 E6.open
            write 7 fsm.S6.no-row
            write 8 - an episode may stay open in S7
            verify 1 fsm.S0.no-row
            verify 2 fsm.S1.no-row
            verify 3 fsm.S2.no-row
            verify 4 E3.1
            verify 5 E6.unmatched
            verify 6 E3.3 E6.open
            verify 7 E3.4 S4.4
            verify 8 fsm.S4.no-row
            verify 9 fsm.S2.no-row
            verify 10 fsm.S3.no-row
            verify 11 E6.open
            verify 12 fsm.S6.no-row
            verify 13 - an episode may stay open in S7
            escalation 1 fsm.S0.no-row
            escalation 2 fsm.S1.no-row
            escalation 3 fsm.S2.no-row
            escalation 4 E5
            escalation 5 fsm.S8.no-row
            escalation 6 fsm.S3.condition
            escalation 7 - a belief in S7 is optional
            escalation 8 - an episode may stay open in S7
            safe mode 1 fsm.S0.no-row
            safe mode 2 fsm.S1.no-row
            safe mode 3 fsm.S2.no-row
            safe mode 4 - an alert halts in S3 as well as in S6
            safe mode 5 E6.open
            safe mode 6 - a log entry in S9 is optional
            safe mode 7 E7
            safe mode 8 - an episode may stay open in S7
            """;

    @Test
    void aDroppedLineIsMissedByTheRightRule() {
        Map<String, String> expected = new LinkedHashMap<>();
        DROPPED.lines().forEach(line -> {
            String key = line.replaceAll("^(.*? \\d+) .*", "$1");
            expected.put(key, line.substring(key.length() + 1));
        });
        Map<String, String> found = new LinkedHashMap<>();
        EPISODES.forEach((name, script) -> {
            for (int i = 0; i < script.lines().size(); i++) {
                List<ObjectNode> mutant = new ArrayList<>(script.lines());
                mutant.remove(i);
                String key = name + " " + (i + 1);
                String rules = String.join(" ", CheckedLines.of(mutant).firstErrors());
                boolean valid =
                        rules.isEmpty() && expected.getOrDefault(key, "").startsWith("- ");
                found.put(key, valid ? expected.get(key) : rules);
            }
        });
        assertEquals(expected, found);
        print("dropped", found);
    }

    @Test
    void aDoubledPacketIsADuplicateAndADoubledEventHasNoRow() {
        Map<String, String> found = new LinkedHashMap<>();
        EPISODES.forEach((name, script) -> {
            for (int i = 0; i < script.lines().size(); i++) {
                List<ObjectNode> mutant = new ArrayList<>(script.lines());
                mutant.add(i + 1, script.lines().get(i));
                found.put(
                        name + " " + (i + 1),
                        String.join(" ", CheckedLines.of(mutant).errors(i + 2)));
                boolean event = script.lines().get(i).has("event");
                String state = CheckedLines.of(mutant).state(i + 2).substring(0, 2);
                String rule = event ? "fsm." + state + ".no-row" : "header.duplicate";
                assertEquals(rule, found.get(name + " " + (i + 1)));
            }
        });
        print("doubled", found);
    }

    /** Neighbours that may change places: neither needs the other. */
    private static final List<String> FREE_TO_MOVE = List.of(
            "ObservationPacket TaskResultPacket",
            "TaskResultPacket ObservationPacket",
            "TaskDirectivePacket ObservationPacket",
            // A log entry in S9 may come after the alert that clears it, in S7.
            "BeliefUpdatePacket IntegrityAlertPacket");

    @Test
    void neighboursThatChangePlacesAreRefusedUnlessNeitherNeedsTheOther() {
        Map<String, String> found = new LinkedHashMap<>();
        EPISODES.forEach((name, script) -> {
            for (int i = 0; i + 1 < script.lines().size(); i++) {
                List<ObjectNode> mutant = new ArrayList<>(script.lines());
                mutant.add(i, mutant.remove(i + 1));
                CheckedLines checked = CheckedLines.of(mutant);
                String pair = type(mutant.get(i + 1)) + " " + type(mutant.get(i));
                String rules = String.join(" ", checked.firstErrors());
                found.put(name + " " + (i + 1) + " " + pair, rules.isEmpty() ? "- still valid" : rules);
                boolean refused = !rules.isEmpty();
                assertTrue(refused || FREE_TO_MOVE.contains(pair), () -> name + ": " + pair + " was accepted");
                assertTrue(refused || checked.warnings(i + 2).contains("time.backwards"), "time went back unseen");
            }
        });
        print("moved", found);
    }

    private static String type(ObjectNode line) {
        return line.has("event")
                ? line.path("event").stringValue()
                : line.path("header").path("packet_type").stringValue();
    }

    @Test
    void everyChangeOfAFieldIsRefusedByASchemaOrARuleOrIsDocumentedAsHarmless() {
        Map<String, Integer> counts = new TreeMap<>();
        List<String> unexplained = new ArrayList<>();
        EPISODES.forEach((name, script) -> {
            for (int i = 0; i < script.lines().size(); i++) {
                ObjectNode original = script.lines().get(i);
                for (Mutants.Mutant mutant : mutants(name, original)) {
                    List<String> rules = firstErrors(script, i, mutant.line());
                    String outcome = outcome(original, mutant, rules);
                    if (outcome == null) {
                        unexplained.add(name + " " + type(original) + " " + mutant.change() + ": " + rules);
                    } else {
                        counts.merge(outcome, 1, Integer::sum);
                    }
                }
            }
        });
        int total = counts.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println("changed fields: " + total + " mutants");
        counts.forEach((outcome, count) -> System.out.println("  " + count + "  " + outcome));
        assertEquals(List.of(), unexplained);
    }

    /** What is wrong with an episode one line of which was changed; a line that fits no schema is not asked further. */
    private static List<String> firstErrors(PacketScript script, int index, ObjectNode changed) {
        byte[] line = changed.toString().getBytes(StandardCharsets.UTF_8);
        if (CheckedLines.READER.read(line, 0, line.length) instanceof Reading.Unfit) {
            return List.of("schema");
        }
        List<ObjectNode> lines = new ArrayList<>(script.lines());
        lines.set(index, changed);
        return CheckedLines.of(lines).firstErrors();
    }

    /** The control section is the same everywhere, so it is changed in one episode, and in the types that it lacks. */
    private static List<Mutants.Mutant> mutants(String episode, ObjectNode line) {
        boolean covered = PacketScript.verifyPath().lines().stream()
                .anyMatch(other -> type(other).equals(type(line)));
        boolean whole = episode.equals("verify") || !covered;
        return Mutants.of(line).stream()
                .filter(mutant -> whole || !mutant.change().startsWith("/mcp"))
                .toList();
    }

    /** The rule that refused the mutant, or the reason why it is still valid; null where neither is as documented. */
    private static @Nullable String outcome(ObjectNode original, Mutants.Mutant mutant, List<String> rules) {
        if (mutant.line().equals(original)) {
            return "still valid: nothing was changed";
        }
        if (rules.isEmpty()) {
            String reason = HarmlessChanges.reason(type(original), mutant);
            return reason == null ? null : "still valid: " + reason;
        }
        return HarmlessChanges.explains(mutant, rules) ? rules.getFirst() : null;
    }

    private static void print(String what, Map<String, String> found) {
        Map<String, Integer> counts = new TreeMap<>();
        found.values().forEach(rules -> counts.merge(rules, 1, Integer::sum));
        System.out.println(what + ": " + found.size() + " mutants " + counts);
    }
}
