package dev.parley.kernel.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Walks every state with every event; the drawing under docs is made by the same walk. */
class ToolWalkTest {
    private final ToolMachine machine = new ToolMachine();

    @Test
    void everyStateIsReachedAndEveryEventAnswered() {
        Set<String> reached = new TreeSet<>();
        walk((from, _, step) -> {
            reached.add(from);
            if (step instanceof Step.Moved<ToolState> move) {
                reached.add(machine.printed(move.next()));
            }
        });
        Set<String> declared = new TreeSet<>();
        for (Class<?> state : ToolState.class.getPermittedSubclasses()) {
            declared.add(state.getSimpleName());
        }
        assertEquals(declared, reached);
    }

    @Test
    void onlyADispatchOutOfAdmittedRunsATool() {
        walk((from, event, step) -> {
            boolean runs = step instanceof Step.Moved<ToolState> move
                    && move.effects().stream().anyMatch(ToolEffect.RunTool.class::isInstance);
            assertEquals(runs, runs && from.equals("Admitted") && event instanceof ToolEvent.DispatchRequested);
        });
    }

    @Test
    void nothingLeavesSettled() {
        walk((from, _, step) -> {
            if (from.equals("Settled") && step instanceof Step.Moved<ToolState> move) {
                assertTrue(move.next() instanceof ToolState.Settled
                        && move.effects().isEmpty());
            }
        });
    }

    private void walk(Visitor visitor) {
        Set<ToolState> seen = new HashSet<>();
        Deque<ToolState> queue = new ArrayDeque<>(List.of(machine.initial()));
        while (!queue.isEmpty()) {
            ToolState state = queue.removeFirst();
            if (!seen.add(state)) {
                continue;
            }
            for (ToolEvent event : machine.alphabet(state)) {
                Step<ToolState> step = machine.step(state, event);
                visitor.visit(machine.printed(state), event, step);
                if (step instanceof Step.Moved<ToolState> move) {
                    queue.add(move.next());
                }
            }
        }
    }

    private interface Visitor {
        void visit(String from, ToolEvent event, Step<ToolState> step);
    }
}
