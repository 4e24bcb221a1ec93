package dev.parley.kernel.episode;

import static dev.parley.kernel.episode.EpisodeState.S2_MODEL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.parley.kernel.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every rule of the catalogue has a witness that it stops, and that passes or is refused otherwise without it. */
class RuleCatalogueTest {
    private static final Map<String, Consumer<EpisodeDrive>> WITNESSES = witnesses();

    /** What leads to a breach of each rule that a stream can break. */
    static Map<String, Consumer<EpisodeDrive>> witnesses() {
        Map<String, Consumer<EpisodeDrive>> map = new LinkedHashMap<>();
        map.put("header.duplicate", RuleCatalogueTest::observeTwiceWithOneId);
        map.put("E7", drive -> drive.toSafeMode().observe());
        map.put(
                "E2",
                drive ->
                        drive.toDecided(Outcome.ESCALATE).escalate().userInput().read());
        map.put("E3.1", drive -> drive.toDecided(Outcome.VERIFY_FIRST).read());
        map.put("E3.2", drive -> {
            drive.toDecided(Outcome.VERIFY_FIRST).plan().observe();
            drive.with(new Circumstances(null, "tools_down", null, null)).believe(drive.lastPacketId());
        });
        map.put("E3.3", drive -> {
            drive.toDecided(Outcome.VERIFY_FIRST).plan().read();
            drive.result(drive.lastPacketId(), ResultStatus.FAILURE, 0)
                    .observe()
                    .believe(drive.lastPacketId());
        });
        map.put("E3.4", drive -> drive.toVerified().believe());
        map.put("S4.4", drive -> {
            drive.toDecided(Outcome.VERIFY_FIRST).plan().read();
            drive.result(drive.lastPacketId()).observeIndirectly().believe(drive.lastPacketId());
        });
        map.put("E4.1", drive -> drive.toExecuting().write(null));
        map.put("E4.2", drive -> drive.toDecided(Outcome.ACT).token("token_1").write("token_2"));
        map.put(
                "E4.3",
                drive -> drive.toDecided(Outcome.ACT)
                        .token("token_1", EpisodeDrive.START, 0, 1, false)
                        .write("token_1"));
        map.put(
                "E4.4",
                drive -> drive.toDecided(Outcome.ACT)
                        .token("token_1", EpisodeDrive.START.plus(Duration.ofDays(1)), 0, 1, true)
                        .write("token_1"));
        map.put(
                "E4.5",
                drive -> drive.toDecided(Outcome.ACT)
                        .token("token_1", EpisodeDrive.START.plus(Duration.ofDays(1)), 1, 1, false)
                        .write("token_1"));
        map.put(
                "E4.scope",
                drive -> drive.toDecided(Outcome.ACT)
                        .token("token_1")
                        .direct(SafetyClass.WRITE, "door_api", "write", "token_1"));
        map.put("E5.1", drive -> drive.toDecided(Outcome.ESCALATE).escalate(1, 1, true));
        map.put("E5.2", drive -> drive.toDecided(Outcome.ESCALATE).escalate(2, 0, true));
        map.put("E5.3", drive -> drive.toDecided(Outcome.ESCALATE).escalate(2, 1, false));
        map.put("E5", drive -> drive.toDecided(Outcome.ESCALATE).userInput());
        map.put("E6.unmatched", drive -> drive.toExecuting().result("pkt_1"));
        map.put("E6.open", drive -> drive.toExecuting().believe());
        map.put("budget", drive -> drive.with(new Budgets(10, 0, null)).toExecuting());
        map.put("time.backwards", drive -> drive.observe().at("09:00:00").observe());
        map.put("E6.late", drive -> {
            drive.with(new Budgets(10, 10, Duration.ZERO)).toExecuting();
            drive.result(drive.lastPacketId());
        });
        map.put("E6.task", drive -> {
            drive.toExecuting();
            drive.give(new Packet.TaskResult(drive.header(), "task_other", "pkt_4", ResultStatus.SUCCESS, 0));
        });
        map.put(
                "directive.operation",
                drive -> drive.toDecided(Outcome.ACT).direct(SafetyClass.READ, EpisodeDrive.TOOL, "delete", null));
        map.put(
                "quality.subpar",
                drive -> drive.with(new Circumstances("SUBPAR", null, null, null))
                        .toDecided(Outcome.ACT));
        map.put(
                "tools.down",
                drive -> drive.with(new Circumstances(null, "tools_down", null, null))
                        .toDecided(Outcome.ACT));
        map.put(
                "tools.partial",
                drive -> drive.toDecided(Outcome.ACT)
                        .token("token_1")
                        .with(new Circumstances(null, "tools_partial", null, null))
                        .write("token_1"));
        map.put("tools.unstated", drive -> {
            drive.toDecided(Outcome.VERIFY_FIRST).plan().read();
            drive.result(drive.lastPacketId(), ResultStatus.FAILURE, 0).observe();
            drive.with(Circumstances.UNSTATED).believe(drive.lastPacketId());
        });
        map.put(
                "stakes.uncertain",
                drive -> drive.with(new Circumstances(null, null, "HIGH", "HIGH"))
                        .toDecided(Outcome.DEFER));
        return map;
    }

    /** The rules of {@link GuardedByTheTableTest}: no stream reaches them, so their witness is a ledger made by hand. */
    private static final Map<String, Function<EpisodeDrive, EpisodeVerdict>> UNREACHABLE = Map.of(
            "E1",
            drive -> drive.validator()
                    .judge(
                            new Packet.Decision(drive.header(), Outcome.ACT, Budgets.UNLIMITED, Circumstances.UNSTATED),
                            new Ledger(S2_MODEL)),
            "E3.5",
            RuleCatalogueTest::closesAfterVerificationWithoutDecision);

    private static void observeTwiceWithOneId(EpisodeDrive drive) {
        Header header = drive.header();
        drive.give(new Packet.Observation(header, true)).give(new Packet.Observation(header, true));
    }

    private static EpisodeVerdict closesAfterVerificationWithoutDecision(EpisodeDrive drive) {
        Ledger ledger = new Ledger(EpisodeState.S4_VERIFY);
        ledger.accept(new Packet.BeliefUpdate(drive.header(), List.of(), true, Circumstances.UNSTATED), S2_MODEL);
        ledger.accept(
                new Packet.BeliefUpdate(drive.header(), List.of(), true, Circumstances.UNSTATED),
                EpisodeState.S7_REVIEW);
        return drive.validator()
                .judge(new ExternalEvent.EpisodeClose("corr_a", drive.header().createdAt()), ledger);
    }

    @TestFactory
    List<DynamicTest> aRuleThatIsSwitchedOffLetsItsWitnessThroughOrLosesItsName() {
        List<DynamicTest> tests = new ArrayList<>();
        for (EpisodeRule rule : EpisodeRules.catalogue()) {
            tests.add(DynamicTest.dynamicTest(rule.id() + ": " + rule.sentence(), () -> {
                assertTrue(named(EpisodeDrive.strict(), rule), "the witness does not break the rule");
                assertFalse(named(EpisodeDrive.without(Profile.STRICT, rule.id()), rule), "the rule is still there");
            }));
        }
        return tests;
    }

    private static boolean named(EpisodeDrive drive, EpisodeRule rule) {
        EpisodeVerdict verdict = verdict(drive, rule.id());
        List<Breach> where = rule.level() == Level.WARN ? verdict.warnings() : verdict.errors();
        return where.stream().anyMatch(breach -> breach.rule().equals(rule.id()));
    }

    private static EpisodeVerdict verdict(EpisodeDrive drive, String ruleId) {
        var byHand = UNREACHABLE.get(ruleId);
        var witness = WITNESSES.get(ruleId);
        if (byHand != null) {
            return byHand.apply(drive);
        }
        if (witness == null) {
            return fail("the rule " + ruleId + " has no witness");
        }
        witness.accept(drive);
        return drive.verdict();
    }

    @Test
    void theCatalogueNamesEveryNumberedRuleOnce() {
        List<String> ids =
                EpisodeRules.catalogue().stream().map(EpisodeRule::id).toList();
        assertEquals(ids.size(), ids.stream().distinct().count());
        assertTrue(ids.containsAll(List.of(
                "E1",
                "E2",
                "E3.1",
                "E3.2",
                "E3.3",
                "E3.4",
                "E3.5",
                "E4.1",
                "E4.2",
                "E4.3",
                "E4.4",
                "E4.5",
                "E5.1",
                "E5.2",
                "E5.3",
                "E6.open",
                "E6.unmatched",
                "E7")));
    }
}
