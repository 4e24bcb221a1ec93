package dev.parley.kernel.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.MachineWalk;
import dev.parley.kernel.Step;
import dev.parley.kernel.people.Driven;
import dev.parley.kernel.turn.TurnState.Outcome;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Item 6 of the pipeline and ruling D1: one terminal outcome, then close. */
class TurnMachineTest {
    private final TurnMachine machine = new TurnMachine();

    /** Ruling D1, row by row, and {@code cancel} and {@code authority_loss} as drive has them. */
    private static final Set<String> LEGAL = Set.of(
            "Idle turn_open_proposed Opening",
            "Opening turn_open Active",
            "Opening reject Idle",
            "Opening defer Idle",
            "Opening stale_epoch_reject Idle",
            "Opening deauthorized_drain Idle",
            "Opening cancel Idle",
            "Active commit Terminal",
            "Active abort Terminal",
            "Active cancel Terminal",
            "Active authority_loss Terminal",
            "Terminal close Closed");

    @Test
    void hasExactlyTheEdgesOfRulingD1() {
        MachineWalk walk = MachineWalk.of(machine);
        Set<String> found = new TreeSet<>();
        walk.edges().forEach(edge -> found.add(edge.from() + " " + edge.event() + " " + edge.to()));
        assertEquals(new TreeSet<>(LEGAL), found);
        int pairs = walk.states().size() * machine.alphabet(machine.initial()).size();
        assertEquals(pairs - LEGAL.size(), walk.refused().size());
    }

    @Test
    void refusesEverythingElseWithOneRule() {
        TurnState closed = new TurnState.Closed(1, Outcome.COMMIT, "completed");
        for (TurnSignal signal : machine.alphabet(closed)) {
            Step.Refused<?> refused = assertInstanceOf(Step.Refused.class, machine.step(closed, signal));
            assertEquals(TurnMachine.NO_TRANSITION, refused.rule());
            assertTrue(refused.reason().contains("Closed"));
        }
    }

    @Test
    void namesAnAbortAfterWhatCausedIt() {
        TurnState active = new TurnState.Active(4);
        List<TurnSignal> causes = List.of(
                new TurnSignal.Cancelled(4), new TurnSignal.AuthorityLost(4), new TurnSignal.Aborted("budget", 4));
        List<String> reasons = causes.stream()
                .map(cause -> switch (machine.step(active, cause)) {
                    case Step.Moved<TurnState>(TurnState.Terminal terminal, var _) -> terminal.reason();
                    case Step.Moved<TurnState> moved -> throw new AssertionError(moved);
                    case Step.Refused<TurnState> refused -> throw new AssertionError(refused);
                })
                .toList();
        assertEquals(List.of("cancelled", "authority_loss", "budget"), reasons);
    }

    /** Only a proposal sets the epoch that is current; a later one on another signal is let in and changes nothing. */
    @Test
    void takesItsEpochFromTheProposalAlone() {
        assertEquals(
                Step.moved(new TurnState.Opening(7)),
                machine.step(new TurnState.Idle(4), new TurnSignal.TurnOpenProposed(7)));
        assertEquals(
                Step.moved(new TurnState.Terminal(4, Outcome.COMMIT, "completed")),
                machine.step(new TurnState.Active(4), new TurnSignal.Committed("completed", 7)));
    }

    /** Ruling D7 as drive has it: what is older than the proposal is stale, whatever came in between. */
    @Test
    void measuresStalenessAgainstTheProposal() {
        Driven<RegisteredTurn, TurnSignal> it = Driven.of(new TurnRoom());
        it.ask("system t1 turn_open_proposed epoch=3").allowed("Opening");
        it.ask("system t1 turn_open epoch=9").allowed("Active");
        it.ask("system t1 commit epoch=2").denied("turn.stale_epoch", "Active");
        it.ask("system t1 commit epoch=3").allowed("Terminal");
        it.ask("system t1 close epoch=5").allowed("Closed");
        it.ask("system t2 turn_open_proposed epoch=3", "system t2 reject epoch=8")
                .allowed("Idle");
        it.ask("system t2 turn_open_proposed epoch=2").denied("turn.stale_epoch", "Idle");
        it.ask("system t2 turn_open_proposed epoch=4").allowed("Opening");
        it.ask("system t2 turn_open epoch=3").denied("turn.stale_epoch", "Opening");
    }
}
