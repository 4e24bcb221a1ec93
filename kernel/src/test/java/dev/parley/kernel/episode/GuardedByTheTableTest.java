package dev.parley.kernel.episode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two rules of the catalogue hold by the shape of the transition table: with every rule switched off, no packets lead to a
 * state in which one of them would be broken. This walks all states that there are.
 */
class GuardedByTheTableTest {
    static final Set<String> GUARDED = Set.of("E1", "E3.5");

    private static final Instant AT = EpisodeDrive.START;

    /** One entry for every trigger; which of several a state meets makes no difference to where it leads. */
    private static List<EpisodeEntry> alphabet() {
        Header header = new Header("pkt_1", "corr_a", AT);
        List<EpisodeEntry> all = new ArrayList<>(List.of(
                new Packet.Observation(header, true),
                new Packet.BeliefUpdate(header, List.of(), true, Circumstances.UNSTATED),
                new Packet.BeliefUpdate(header, List.of(), false, Circumstances.UNSTATED),
                new Packet.VerificationPlan(header),
                new Packet.AuthorizationToken(
                        header,
                        "token_1",
                        List.of(EpisodeDrive.TOOL),
                        List.of("write"),
                        AT.plusSeconds(9),
                        0,
                        9,
                        false),
                new Packet.TaskResult(header, "task_1", "pkt_1", ResultStatus.SUCCESS, 0),
                new Packet.Escalation(header, 2, 1, true),
                new Packet.IntegrityAlert(header, "drift", Severity.INFO, false, false),
                new Packet.IntegrityAlert(header, "drift", Severity.CRITICAL, false, false),
                new Packet.IntegrityAlert(header, "drift", Severity.INFO, true, false),
                new Packet.IntegrityAlert(header, "drift", Severity.INFO, true, true),
                new ExternalEvent.UserInput("corr_a", AT),
                new ExternalEvent.EpisodeClose("corr_a", AT)));
        for (Outcome outcome : Outcome.values()) {
            all.add(new Packet.Decision(header, outcome, Budgets.UNLIMITED, Circumstances.UNSTATED));
        }
        for (SafetyClass safety : SafetyClass.values()) {
            all.add(new Packet.TaskDirective(
                    header,
                    "task_1",
                    safety,
                    EpisodeDrive.TOOL,
                    "write",
                    "token_1",
                    Budgets.UNLIMITED,
                    Circumstances.UNSTATED));
        }
        return all;
    }

    /** All that the table's guards and the two rules look at; where an entry leads depends on nothing else. */
    private static Object key(Ledger ledger) {
        DecisionAccount decision = ledger.decision();
        return Arrays.asList(
                ledger.state(),
                decision == null ? null : decision.outcome(),
                ledger.believed(),
                ledger.openedByToken(),
                ledger.redecisionDue(),
                ledger.optionsPresented());
    }

    private final Set<Object> known = new HashSet<>();
    private final Deque<Ledger> open = new ArrayDeque<>();
    private final Set<EpisodeState> visited = EnumSet.noneOf(EpisodeState.class);
    private final Set<String> broken = new TreeSet<>();

    private void reach(Ledger ledger) {
        if (known.add(key(ledger))) {
            open.add(ledger);
        }
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void noStateThatPacketsLeadToBreaksThem(Profile profile) {
        TransitionTable table = TransitionTable.of(profile);
        assertEquals(
                EnumSet.complementOf(EnumSet.of(Trigger.OVERRUN)),
                EnumSet.copyOf(alphabet().stream().map(Trigger::of).toList()));
        reach(new Ledger());
        while (!open.isEmpty()) {
            Ledger ledger = open.remove();
            visited.add(ledger.state());
            for (EpisodeEntry entry : alphabet()) {
                enter(profile, table, ledger, entry);
            }
        }
        assertEquals(EnumSet.allOf(EpisodeState.class), visited, "the walk comes everywhere");
        assertTrue(broken.containsAll(Set.of("E2", "E3.4", "E5", "E6.unmatched")), "and breaks what can be: " + broken);
        broken.retainAll(GUARDED);
        assertEquals(Set.of(), broken);
    }

    private void enter(Profile profile, TransitionTable table, Ledger ledger, EpisodeEntry entry) {
        Row row = table.row(ledger.state(), Trigger.of(entry));
        if (row == null || !row.guard().holds(ledger)) {
            return;
        }
        Moment moment = new Moment(profile, ledger.state(), row.to(), entry, ledger);
        for (EpisodeRule rule : EpisodeRules.catalogue()) {
            if (rule.breach(moment) != null) {
                broken.add(rule.id());
            }
        }
        Ledger next = ledger.copy();
        next.accept(entry, row.to());
        reach(next.state() == EpisodeState.S0_IDLE && ledger.state() != EpisodeState.S0_IDLE ? new Ledger() : next);
        Row halt = table.row(ledger.state(), Trigger.OVERRUN);
        if (halt != null) {
            Ledger spent = ledger.copy();
            spent.overrun(entry, halt.to());
            reach(spent);
        }
    }
}
