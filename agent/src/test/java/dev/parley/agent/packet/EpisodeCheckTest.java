package dev.parley.agent.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.episode.Profile;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What {@code episode check} answers, line by line and in its summary. */
class EpisodeCheckTest {

    @Test
    void everyValidPathIsAcceptedToItsEnd() {
        for (PacketScript path : List.of(
                PacketScript.readPath(),
                PacketScript.writePath(),
                PacketScript.verifyPath(),
                PacketScript.escalationPath(),
                PacketScript.safeModePath())) {
            CheckedLines checked = CheckedLines.of(path.lines());
            assertTrue(checked.allAccepted(), () -> "refused: " + checked.firstErrors());
            checked.lastAccepted("S0_IDLE");
        }
    }

    @Test
    void aNumberThatNothingCanHoldEndsOnlyItsOwnLine() {
        for (String number : List.of("1e2147483648", "-1e99999999999", "5e-9999999999")) {
            byte[] line = ("{\"x\":" + number + "}").getBytes(StandardCharsets.UTF_8);
            assertEquals(
                    List.of("json"), CheckedLines.ofBytes(Profile.STRICT, line).errors(1));
        }
    }

    @Test
    void aVerdictHasItsFieldsInOrder() {
        CheckedLines checked =
                CheckedLines.of(PacketScript.of("corr_a").observe().lines());
        assertEquals(
                "{\"n\":1,\"packet_id\":\"pkt_1\",\"correlation_id\":\"corr_a\",\"decision\":\"accepted\","
                        + "\"state\":\"S1_SENSE\",\"errors\":[],\"warnings\":[]}",
                checked.verdict(1).toString());
    }

    @Test
    void theSummaryCountsPacketsAndListsEpisodesAndOpenDirectives() {
        PacketScript script = PacketScript.of("corr_a")
                .observe()
                .believe()
                .decide("ACT")
                .read()
                .plan()
                .userInput();
        CheckedLines checked = CheckedLines.of(script.lines());
        assertEquals(
                "{\"summary\":true,\"packets\":5,\"accepted\":4,\"rejected\":1,"
                        + "\"episodes\":{\"corr_a\":\"S6_EXECUTE\"},\"open_directives\":[\"pkt_4\"]}",
                checked.summary().toString());
        assertFalse(checked.allAccepted());
    }

    @Test
    void nothingInIsASummaryOut() {
        CheckedLines checked = CheckedLines.ofText(Profile.STRICT, "");
        assertEquals(0, checked.verdicts());
        assertTrue(checked.allAccepted());
        assertEquals(0, checked.summary().path("packets").intValue());
    }

    @Test
    void theLastLineNeedsNoLineFeedAndMayEndWithACarriageReturn() {
        String line = PacketScript.of("corr_a").observe().last().toString();
        assertTrue(CheckedLines.ofText(Profile.STRICT, line).allAccepted());
        assertTrue(CheckedLines.ofText(Profile.STRICT, line + "\r\n").allAccepted());
    }

    @Test
    void aLineThatIsNotJsonIsRefusedAndTheNextIsRead() {
        String good = PacketScript.of("corr_a").observe().last().toString();
        List<String> bad = List.of(
                "not json",
                "{\"header\":",
                "{'header':1}",
                good + " 1",
                good + good,
                "",
                "   ",
                "{\"a\":1,\"a\":1}",
                good.replace("\"payload\":{", "\"payload\":{\"x\":{\"y\":[{\"z\":1,\"z\":2}]},"),
                "{\"a\":01}",
                "{\"a\":NaN}",
                "{\"a\":\"\u0001\"}",
                "[".repeat(100_000),
                "{\"a\":" + "9".repeat(2_000) + "}");
        for (String line : bad) {
            CheckedLines checked = CheckedLines.ofText(Profile.STRICT, line + "\n" + good + "\n");
            assertEquals(List.of("json"), checked.errors(1), line.substring(0, Math.min(40, line.length())));
            JsonNode verdict = checked.verdict(1);
            assertTrue(verdict.path("packet_id").isNull());
            assertTrue(verdict.path("correlation_id").isNull());
            assertTrue(verdict.path("state").isNull());
            assertEquals("accepted", checked.verdict(2).path("decision").stringValue());
            assertEquals(2, checked.summary().path("packets").intValue());
            assertEquals(1, checked.summary().path("rejected").intValue());
        }
    }

    @Test
    void bytesThatAreNotUtf8AreNotJson() {
        byte[] line = PacketScript.of("corr_a").observe().last().toString().getBytes(StandardCharsets.UTF_8);
        for (byte[] odd : List.of(
                new byte[] {(byte) 0xc3, 0x28},
                new byte[] {(byte) 0xc0, (byte) 0x80},
                new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
                new byte[] {0})) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            String text = new String(line, StandardCharsets.UTF_8);
            int at = text.indexOf("door closed");
            bytes.write(line, 0, at);
            bytes.writeBytes(odd);
            bytes.write(line, at, line.length - at);
            assertEquals(
                    List.of("json"),
                    CheckedLines.ofBytes(Profile.STRICT, bytes.toByteArray()).errors(1));
        }
        byte[] utf16 = new String(line, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16BE);
        assertEquals(
                List.of("json"), CheckedLines.ofBytes(Profile.STRICT, utf16).errors(1));
    }

    @Test
    void jsonThatIsNoPacketAndNoKnownEventIsASchemaErrorAndCountsAsAPacket() {
        for (String line : List.of("[]", "1", "\"x\"", "null", "true", "{}", "{\"event\":\"zap\"}", "{\"event\":1}")) {
            CheckedLines checked = CheckedLines.ofText(Profile.STRICT, line);
            checked.lastRejected("schema");
            assertTrue(checked.lastVerdict().path("packet_id").isNull());
            assertTrue(checked.lastVerdict().path("state").isNull());
            assertEquals(1, checked.summary().path("packets").intValue());
            assertEquals(1, checked.summary().path("rejected").intValue());
        }
    }

    @Test
    void aPacketThatDoesNotFitKeepsItsIdsAndItsEpisodesState() {
        PacketScript script = PacketScript.of("corr_a").observe().believe();
        payloadOf(script).remove("update_type");
        CheckedLines checked = CheckedLines.of(script.lines());
        checked.lastRejected("schema");
        assertEquals("pkt_2", checked.lastVerdict().path("packet_id").stringValue());
        assertEquals("corr_a", checked.lastVerdict().path("correlation_id").stringValue());
        assertEquals("S1_SENSE", checked.lastVerdict().path("state").stringValue());
    }

    @Test
    void aMalformedEventIsNoPacket() {
        for (String field : List.of("correlation_id", "created_at")) {
            PacketScript script = PacketScript.of("corr_a").observe().close().but(line -> line.remove(field));
            CheckedLines checked = CheckedLines.of(script.lines());
            checked.lastRejected("schema");
            assertEquals(1, checked.summary().path("packets").intValue());
            assertEquals(0, checked.summary().path("rejected").intValue());
            assertFalse(checked.allAccepted());
        }
    }

    @Test
    void eventsHaveNoPacketIdAndAreNotCounted() {
        CheckedLines checked = CheckedLines.of(PacketScript.readPath().lines());
        assertTrue(checked.lastVerdict().path("packet_id").isNull());
        assertEquals(7, checked.summary().path("packets").intValue());
        assertEquals(8, checked.lastVerdict().path("n").intValue());
    }

    @Test
    void topLevelKeysThatBeginWithAnUnderscoreAreIgnoredAndOthersAreNot() {
        PacketScript marked = PacketScript.of("corr_a").observe().but(line -> line.put("_note", 1));
        CheckedLines.of(marked.lines()).lastAccepted("S1_SENSE");
        PacketScript unmarked = PacketScript.of("corr_a").observe().but(line -> line.put("note", 1));
        CheckedLines.of(unmarked.lines()).lastRejected("schema");
        PacketScript event = PacketScript.readPath().but(line -> line.put("_note", 1));
        CheckedLines.of(event.lines()).lastAccepted("S0_IDLE");
    }

    @Test
    void stagesReportInOrderAndOnlyTheFirst() {
        PacketScript script = PacketScript.of("corr_a").observe();
        ObjectNode duplicate = script.last().deepCopy();
        PacketScript.header(duplicate).put("packet_type", "VerificationPlanPacket");
        script.lines().add(duplicate);
        CheckedLines.of(script.lines()).lastRejected("schema");
        PacketScript.payload(duplicate).put("plan_id", "plan_1");
        CheckedLines.of(script.lines()).lastRejected("header.duplicate");
        PacketScript.header(duplicate).put("packet_id", "pkt_2");
        CheckedLines.of(script.lines()).lastRejected("fsm.S1.no-row");
    }

    @Test
    void aDecisionOrAWriteInS4HasNoRowAndABeliefLeavesItTooEarly() {
        PacketScript script = PacketScript.of("corr_a").observe().believe().decide("VERIFY_FIRST");
        CheckedLines.of(copyOf(script).decide("ACT").lines()).lastRejected("fsm.S4.no-row");
        CheckedLines.of(copyOf(script).write("token_1").lines()).lastRejected("fsm.S4.no-row");
        CheckedLines.of(copyOf(script).believe().lines()).lastRejected("E3.1", "E3.2", "E3.3", "E3.4", "S4.4");
    }

    @Test
    void timeThatGoesBackIsAcceptedWithAWarning() {
        PacketScript script = PacketScript.of("corr_a").observe().observe();
        PacketScript.header(script.last()).put("created_at", "2026-03-01T09:00:00+02:00");
        CheckedLines checked = CheckedLines.of(script.lines());
        assertEquals(List.of("time.backwards"), checked.warnings(2));
        assertTrue(checked.allAccepted());
    }

    @Test
    void unknownWordsOfTheControlSectionOnlyWarn() {
        PacketScript script = PacketScript.of("corr_a").observe();
        PacketScript.mcp(script.last(), "routing").put("tools_state", "tools_flaky");
        PacketScript.mcp(script.last(), "stakes").put("stakes_level", "EXTREME").put("novel", true);
        PacketScript.mcp(script.last(), "epistemics").put("status", 7);
        CheckedLines checked = CheckedLines.of(script.lines());
        assertEquals(List.of("mcp.unknown", "mcp.unknown", "mcp.unknown"), checked.warnings(1));
        assertTrue(checked.allAccepted());
    }

    @Test
    void theRelatedRulesOnlyWarn() {
        PacketScript script = PacketScript.of("corr_a").observe().believe().decide("ACT");
        PacketScript.mcp(script.last(), "quality").put("quality_tier", "SUBPAR");
        PacketScript.mcp(script.last(), "routing").put("tools_state", "tools_down");
        PacketScript.mcp(script.last(), "stakes")
                .put("stakes_level", "CRITICAL")
                .put("uncertainty", "HIGH");
        script.token("token_1").write("token_1");
        PacketScript.mcp(script.last(), "routing").put("tools_state", "tools_partial");
        CheckedLines checked = CheckedLines.of(script.lines());
        assertEquals(List.of("quality.subpar", "tools.down", "stakes.uncertain"), checked.warnings(3));
        assertEquals(List.of("tools.partial"), checked.warnings(5));
        assertTrue(checked.allAccepted());
    }

    @Test
    void aUseTooLargeToCountExceedsEveryStatedBudgetAndNoOther() {
        for (String used : List.of("9007199254740992", "9223372036854775808", "1" + "0".repeat(30), "1e30", "1e400")) {
            PacketScript script =
                    PacketScript.of("corr_a").observe().believe().decide("ACT").read();
            script.result(script.lastId());
            ((ObjectNode) script.last().at("/payload/execution_metadata")).set("tokens_used", Mutants.read(used));
            CheckedLines.of(copyOf(script).lines()).lastRejected("budget");
            PacketScript unlimited = copyOf(script);
            PacketScript.mcp(unlimited.lines().get(2), "budgets").remove("token_budget");
            assertTrue(CheckedLines.of(unlimited.lines()).allAccepted(), used);
        }
    }

    @Test
    void budgetsOrAnyFieldOfThemMayBeAbsent() {
        PacketScript script = PacketScript.of("corr_a").observe().believe().decide("ACT");
        ((ObjectNode) script.last().path("mcp")).remove("budgets");
        for (int i = 0; i < 20; i++) {
            script.read();
        }
        assertTrue(CheckedLines.of(script.lines()).allAccepted());
        PacketScript limited = PacketScript.of("corr_a").observe().believe().decide("ACT");
        PacketScript.mcp(limited.last(), "budgets").remove(List.of("token_budget", "time_budget_seconds"));
        PacketScript.mcp(limited.last(), "budgets").put("tool_call_budget", 1);
        CheckedLines checked = CheckedLines.of(limited.read().read().lines());
        checked.lastRejected("budget");
        assertEquals("S9_SAFEMODE", checked.lastVerdict().path("state").stringValue());
    }

    @Test
    void aDirectiveWithoutASafetyClassReadsAndWithoutAnOperationDoesWhatItsClassSays() {
        PacketScript script =
                PacketScript.of("corr_a").observe().believe().decide("ACT").read();
        payloadOf(script).remove("tool_safety_class");
        CheckedLines.of(script.lines()).lastAccepted("S6_EXECUTE");
        PacketScript narrow =
                PacketScript.of("corr_a").observe().believe().decide("ACT").token("token_1");
        ((ObjectNode) payloadOf(narrow).path("authorized_scope"))
                .putArray("operation_types")
                .add("read");
        CheckedLines.of(narrow.write("token_1").lines()).lastRejected("E4.scope");
        ((ObjectNode) payloadOf(narrow).path("execution_method")).put("operation", "read");
        CheckedLines.of(narrow.lines()).lastAccepted("S6_EXECUTE");
    }

    @Test
    void anEmptyEscalationFieldIsItsRuleAndAMissingOneTheSchema() {
        List<String> fields = List.of("top_options", "evidence_gaps", "recommended_next_step");
        for (int i = 0; i < fields.size(); i++) {
            String field = fields.get(i);
            PacketScript script = PacketScript.of("corr_a")
                    .observe()
                    .believe()
                    .decide("ESCALATE")
                    .escalate();
            if (i < 2) {
                payloadOf(script).putArray(field);
            } else {
                payloadOf(script).put(field, " ");
            }
            CheckedLines.of(script.lines()).lastRejected("E5." + (i + 1));
            payloadOf(script).remove(field);
            CheckedLines.of(script.lines()).lastRejected("schema");
        }
        PacketScript emptyStep =
                PacketScript.of("corr_a").observe().believe().decide("ESCALATE").escalate();
        payloadOf(emptyStep).putObject("recommended_next_step");
        CheckedLines.of(emptyStep.lines()).lastRejected("E5.3");
    }

    @Test
    void interleavedEpisodesAreToldApart() {
        List<ObjectNode> left = PacketScript.readPath().lines();
        List<ObjectNode> right = new ArrayList<>();
        for (ObjectNode line : PacketScript.verifyPath().lines()) {
            right.add(inEpisode(line.deepCopy(), "corr_b"));
        }
        List<ObjectNode> both = new ArrayList<>();
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
            left.stream().skip(i).limit(1).forEach(both::add);
            right.stream().skip(i).limit(1).forEach(both::add);
        }
        CheckedLines checked = CheckedLines.of(both);
        assertTrue(checked.allAccepted(), () -> checked.firstErrors().toString());
        assertEquals(
                "{\"corr_a\":\"S0_IDLE\",\"corr_b\":\"S0_IDLE\"}",
                checked.summary().path("episodes").toString());
    }

    @Test
    void aLineBeyondTheLimitIsRefusedUnreadAndTheNextIsRead() {
        String good = PacketScript.of("corr_a").observe().last().toString();
        String huge = "\"" + "x".repeat(EpisodeCheck.LINE_BYTES_MAX + 10) + "\"";
        CheckedLines checked = CheckedLines.ofText(Profile.STRICT, huge + "\n" + good + "\n" + huge);
        assertEquals(3, checked.verdicts());
        assertEquals(List.of("json"), checked.errors(1));
        assertEquals(List.of(), checked.errors(2));
        assertEquals(List.of("json"), checked.errors(3));
    }

    @Test
    void idsOutsideAsciiComeBackWhole() {
        PacketScript script = PacketScript.of("corr_\u00e9\ud83d\ude00").observe();
        CheckedLines checked = CheckedLines.of(script.lines());
        assertEquals(
                "corr_\u00e9\ud83d\ude00",
                checked.verdict(1).path("correlation_id").stringValue());
    }

    private static ObjectNode inEpisode(ObjectNode line, String correlationId) {
        if (line.has("event")) {
            return line.put("correlation_id", correlationId);
        }
        PacketScript.header(line).put("correlation_id", correlationId);
        return line;
    }

    private static ObjectNode payloadOf(PacketScript script) {
        return PacketScript.payload(script.last());
    }

    private static PacketScript copyOf(PacketScript script) {
        PacketScript copy = PacketScript.of("corr_a");
        script.lines().forEach(line -> copy.lines().add(line.deepCopy()));
        for (int i = 0; i < script.lines().size(); i++) {
            copy.observe().lines().removeLast();
        }
        return copy;
    }
}
