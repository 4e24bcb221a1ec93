package dev.parley.session.tool;

import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.session.port.CommandCall;
import dev.parley.session.port.People;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The calls about which somebody is asked, one at a time, and those that wait for their turn to be considered. The time for an
 * answer begins when the question was heard to its end; one that is not heard lapses too, later.
 */
final class AskedCalls {
    /** After so long a silence whoever answered too early waits for us, and not we for them. */
    private static final long NOTHING_MORE_MS = 2_000;

    private final LoopClock clock;
    private final Questions questions;
    private final People people;
    private final CallLedger ledger;
    private final OpenCalls calls;
    private final Consumer<ToolEvent> drive;
    private final Deque<String> waiting = new ArrayDeque<>();
    private boolean held;

    /** Decides about a call. */
    interface Judging {
        void judge(String id, OpenCall call, ToolCall made);
    }

    /** @param drive takes a step in the tool room */
    AskedCalls(
            LoopClock clock,
            Questions questions,
            People people,
            CallLedger ledger,
            OpenCalls calls,
            Consumer<ToolEvent> drive) {
        this.clock = clock;
        this.questions = questions;
        this.people = people;
        this.ledger = ledger;
        this.calls = calls;
        this.drive = drive;
    }

    /** A question is open: this call is considered when it is answered. */
    void await(String id) {
        waiting.add(id);
    }

    /** Somebody has taken the floor: until it is known what they want, nothing that waits is considered. */
    void hold() {
        held = true;
    }

    boolean isHeld() {
        return held;
    }

    /** The floor is the agent's again. */
    void release() {
        held = false;
    }

    /** The turn is over, and nothing of it waits any more. */
    void clear() {
        waiting.clear();
        held = false;
    }

    /** One question at a time: the calls that wait for the floor are considered when it is answered. */
    void considerNext(Judging judging) {
        while (!held && !waiting.isEmpty() && questions.call() == null) {
            String id = waiting.remove();
            OpenCall call = calls.get(id);
            ToolCall made = ledger.state(id).made();
            if (call != null && made != null && ledger.state(id) instanceof ToolState.Proposed) {
                judging.judge(id, call, made);
            }
        }
    }

    void ask(ToolCall made, long expiresAtMs, OpenCall call) {
        arm(made.callId(), expiresAtMs, call);
        CommandCall awaiting = call.awaitingYes();
        if (call.isAskedAloud() && awaiting != null) {
            people.awaitsYes(awaiting, ToolTerms.UNHEARD_MS);
        }
        call.ask(made.callId(), questions);
    }

    private void arm(String id, long expiresAtMs, OpenCall call) {
        call.arm(clock.at(
                clock.sinceBeginMs(expiresAtMs),
                Rank.TIMER,
                () -> drive.accept(new ToolEvent.ApprovalTimedOut(id, clock.steadyMillis()))));
    }

    /** A reply was heard to its end. If it is the question that is open, the time for its answer begins. */
    void heard(long reply) {
        String id = questions.askedBy(reply);
        OpenCall call = id == null ? null : calls.get(id);
        if (id == null || call == null) {
            return;
        }
        CommandCall awaiting = call.awaitingYes();
        if (awaiting != null) {
            people.awaitsYes(awaiting, 0);
        }
        drive.accept(new ToolEvent.QuestionHeard(id, clock.steadyMillis()));
        if (ledger.state(id) instanceof ToolState.AwaitingApproval open) {
            arm(id, open.expiresAtMs(), call);
        }
        repeatIfAnsweredTooEarly(id);
    }

    /** Whoever answered before they had heard the question may think that it is over: if they say nothing more, it is asked once more. */
    void answeredTooEarly(String id) {
        questions.answeredTooEarly(id);
        repeatIfAnsweredTooEarly(id);
    }

    private void repeatIfAnsweredTooEarly(String id) {
        if (questions.isAnsweredTooEarly(id)) {
            clock.after(NOTHING_MORE_MS, Rank.TIMER, () -> questions.repeatTo(id));
        }
    }

    /** A reply is not said as it is. If it is a question, nobody can answer it: its call ends at once, and the person hears why. */
    void withheld(long reply) {
        String id = questions.askedBy(reply);
        if (id != null) {
            questions.tell(id, Questions.UNASKABLE);
            drive.accept(new ToolEvent.CancelRequested(id, "its question may not be said here", clock.steadyMillis()));
        }
    }
}
