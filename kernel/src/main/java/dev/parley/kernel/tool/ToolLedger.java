package dev.parley.kernel.tool;

import dev.parley.kernel.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All calls of one conversation, by their ids: a fold over tool events that belongs to one loop.
 *
 * <p>Deciding and applying are two steps, so that the verdict can be recorded between them. Settled calls stay known until
 * they are forgotten: a call id that comes again is answered with what it led to, and is never run again.
 */
public final class ToolLedger {
    private final ToolMachine machine;
    private final Map<String, ToolState> calls = new LinkedHashMap<>();
    private int open;

    public ToolLedger() {
        this(new ToolMachine());
    }

    ToolLedger(ToolMachine machine) {
        this.machine = machine;
    }

    public ToolState state(String callId) {
        return calls.getOrDefault(callId, machine.initial());
    }

    /** What the machine answers; nothing changes. */
    public Step<ToolState> decide(ToolEvent event) {
        return machine.step(state(event.callId()), event);
    }

    /** Moves the state, once the verdict is recorded. */
    public void apply(ToolEvent event, Step.Moved<ToolState> move) {
        ToolState before = state(event.callId());
        open += (move.next().open() ? 1 : 0) - (before.open() ? 1 : 0);
        calls.put(event.callId(), move.next());
    }

    /** Decides and, if that is a move, applies at once: for replay, where the record is already written. */
    public Step<ToolState> fold(ToolEvent event) {
        Step<ToolState> step = decide(event);
        if (step instanceof Step.Moved<ToolState> move) {
            apply(event, move);
        }
        return step;
    }

    /** Lets go of a settled call whose id will not come again. */
    public void forget(String callId) {
        if (state(callId).open()) {
            throw new IllegalStateException("The call " + callId + " has no result yet.");
        }
        calls.remove(callId);
    }

    /** Calls that have no result, in the order in which they were proposed. */
    public List<ToolState> open() {
        return calls.values().stream().filter(ToolState::open).toList();
    }

    public int openCount() {
        return open;
    }

    /** Everything known, in the order in which it was proposed. */
    public List<ToolState> all() {
        return List.copyOf(calls.values());
    }

    /** The check behind INV-TOOL-TERMINAL: what should have ended by now, as the events that end it. */
    public List<ToolEvent> due(long nowMs) {
        List<ToolEvent> due = new ArrayList<>();
        for (ToolState state : calls.values()) {
            if (state instanceof ToolState.AwaitingApproval awaiting && nowMs >= awaiting.expiresAtMs()) {
                due.add(new ToolEvent.ApprovalTimedOut(awaiting.call().callId(), nowMs));
            } else if (state instanceof ToolState.Dispatched dispatched && nowMs >= dispatched.deadlineMs()) {
                due.add(new ToolEvent.DeadlinePassed(dispatched.call().callId(), nowMs));
            }
        }
        return due;
    }
}
