package dev.parley.session.tool;

import dev.parley.kernel.event.ToolEvents.WorkspaceCheckpointed;
import dev.parley.kernel.tool.Permit;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.session.event.SessionEvent.ToolChecked;
import dev.parley.session.port.CommandCall;
import dev.parley.session.port.People;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Settings;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes a call from its permit to its dispatch: the sandbox looks at it, the house and the episode are asked once more, and
 * the permit is spent in the company of that moment (ruling B17).
 */
final class CallDispatch {
    private final Settings settings;
    private final LoopClock clock;
    private final Recorder recorder;
    private final ToolShelf tools;
    private final People people;
    private final CallLedger ledger;
    private final OpenCalls calls;
    private final Consumer<ToolEvent> drive;

    CallDispatch(
            Settings settings,
            LoopClock clock,
            Recorder recorder,
            ToolShelf tools,
            People people,
            CallLedger ledger,
            OpenCalls calls,
            Consumer<ToolEvent> drive) {
        this.settings = settings;
        this.clock = clock;
        this.recorder = recorder;
        this.tools = tools;
        this.people = people;
        this.ledger = ledger;
        this.calls = calls;
        this.drive = drive;
    }

    /**
     * Has the sandbox look at a call that has its permit; if that takes too long, the call is given up. What it does outside, as
     * keeping a copy of a workspace, is an effect of the permit and waits until the permit is durable.
     */
    void check(String id) {
        OpenCall call = calls.get(id);
        if (call == null || !(ledger.state(id) instanceof ToolState.Permitted(ToolCall made, var _, Permit permit))) {
            return;
        }
        if (!tools.checksOutside(made.tool())) {
            look(id, call, made);
            return;
        }
        giveUpAfter(id, call, permit);
        recorder.release(() -> {
            if (ledger.state(id) instanceof ToolState.Permitted) {
                look(id, call, made);
            }
        });
    }

    private void look(String id, OpenCall call, ToolCall made) {
        String violation = tools.check(made, call.turn);
        if (violation != null) {
            checked(new ToolChecked(id, violation));
        }
    }

    private void giveUpAfter(String id, OpenCall call, Permit permit) {
        call.cause = recorder.cause();
        call.arm(clock.at(clock.sinceBeginMs(permit.expiresAtMs()), Rank.TIMER, () -> {
            String reason = "the sandbox did not look at it in time";
            drive.accept(new ToolEvent.CancelRequested(id, reason, clock.steadyMillis()));
        }));
    }

    /** The sandbox has looked: a call that still has its permit runs, or has tried to leave the sandbox. */
    void checked(ToolChecked event) {
        String id = event.call();
        OpenCall call = calls.get(id);
        record(event, call);
        if (call == null || !(ledger.state(id) instanceof ToolState.Permitted)) {
            return;
        }
        call.disarm();
        if (call.cause != 0) {
            recorder.because(call.cause);
        }
        if (!event.violation().isEmpty()) {
            drive.accept(new ToolEvent.SandboxViolated(id, event.violation(), clock.steadyMillis()));
        } else if (!event.kept().failure().isEmpty()) {
            drive.accept(new ToolEvent.CancelRequested(id, event.kept().failure(), clock.steadyMillis()));
        } else {
            run(id, call);
        }
    }

    /** What was kept is recorded before the call runs, and also if it does not run after all. */
    private void record(ToolChecked event, @Nullable OpenCall call) {
        WorkspaceCheckpointed what = event.kept().what();
        if (what != null) {
            recorder.because(calls.causeOf(event.call()));
            recorder.write(what, call == null ? 0 : call.turn);
        }
    }

    /**
     * Spends the permit. A company that has changed is left to the room to refuse, before the episode directs anything. An
     * open turn goes on under a rotated lease, so the permit's own epoch is still ours.
     */
    private void run(String id, OpenCall call) {
        drive.accept(new ToolEvent.SandboxAdmitted(id, clock.steadyMillis()));
        if (ledger.state(id) instanceof ToolState.Admitted(ToolCall made, ToolTerms terms, Permit permit)) {
            CommandCall bound = call.command();
            String byHouse = bound == null ? null : people.dispatchRefusal(call.by, bound);
            String present = people.present();
            boolean looks = settings.agency().verifiesFirst() || present.equals(permit.mode());
            String refused = byHouse == null && looks ? call.episode.act(made, terms, permit, call.isAsked()) : byHouse;
            long nowMs = clock.steadyMillis();
            drive.accept(
                    refused == null
                            ? new ToolEvent.DispatchRequested(
                                    id, permit.permitId(), made.argumentsSha256(), permit.epoch(), present, nowMs)
                            : new ToolEvent.CancelRequested(id, refused, nowMs));
        }
    }
}
