package dev.parley.agent.tool;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.agent.tool.RecordedCalls.Offered;
import dev.parley.kernel.Effect;
import dev.parley.kernel.Step;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Timers;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEffect;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Drives the machine of {@code kernel.tool} for one conversation: policy, approval, permit, sandbox, durable intent, run,
 * one result.
 *
 * <p>One lock orders decisions and runes. Under it nothing waits: timers are set, runs reserved, and whatever must not
 * happen before the record is durable (showing a question, running a tool, handing out a result) hangs on the receipt.
 * Stopping never waits (ruling X9). If a receipt fails, nothing that hangs on it happens (ruling D3).
 */
public final class ToolRouter implements AutoCloseable {
    private static final Executor VIRTUAL = Thread::startVirtualThread;
    private static final int TIMER_RANK = 3;

    private final ReentrantLock lock = new ReentrantLock();
    private final RecordedCalls calls;
    private final ToolWiring wiring;
    private final CallJudge judge;
    private final ToolRunner runner = new ToolRunner();
    private final Map<String, CompletableFuture<ToolResult>> waiters = new HashMap<>();
    private final Map<String, Timers.Timer> timers = new HashMap<>();

    public ToolRouter(String conversation, ToolWiring wiring) {
        this.wiring = wiring;
        this.judge = new CallJudge(wiring);
        this.calls = new RecordedCalls(conversation, wiring.recorder(), wiring.timeline());
    }

    /** A call as a model writes it. Arguments that are no JSON object, or name a key twice, are denied and recorded. */
    public CompletableFuture<ToolResult> call(CallOrigin origin, String callId, String tool, String arguments) {
        Json.Obj read;
        try {
            read = JsonDecoder.decode(arguments) instanceof Json.Obj object
                    ? object
                    : Json.Obj.EMPTY.with(CallJudge.UNREADABLE, "not an object");
        } catch (JsonDecoder.NotJson notJson) {
            read = Json.Obj.EMPTY.with(CallJudge.UNREADABLE, String.valueOf(notJson.getMessage()));
        }
        return call(origin, ToolCall.of(callId, tool, read, wiring.epoch().getAsLong()));
    }

    /** The call's one result. The same call again joins the first; with other arguments it is refused. */
    public CompletableFuture<ToolResult> call(CallOrigin origin, ToolCall call) {
        CompletableFuture<ToolResult> waiter;
        boolean first;
        lock.lock();
        try {
            ToolState known = calls.calls().state(call.callId());
            if (known instanceof ToolState.Absent) {
                calls.originates(call.callId(), origin);
            }
            Offered offered = offer(new ToolEvent.CallProposed(call, origin.turn(), now()));
            if (offered.step() instanceof Step.Refused<ToolState>(String rule, String reason)) {
                return CompletableFuture.completedFuture(
                        new ToolResult(call.callId(), call.tool(), ToolStatus.DENIED, Json.of(rule), reason, now()));
            }
            if (known instanceof ToolState.Settled settled) {
                return CompletableFuture.completedFuture(calls.complete(settled.result()));
            }
            waiter = waiters.computeIfAbsent(call.callId(), _ -> new CompletableFuture<>());
            first = known instanceof ToolState.Absent;
        } finally {
            lock.unlock();
        }
        if (first) {
            VIRTUAL.execute(() -> advance(call.callId()));
        }
        return waiter.copy();
    }

    /** A person's answer to a question, given to the arguments with this digest. */
    public Step<ToolState> answer(String callId, boolean approved, Approver approver, String argumentsSha256) {
        Offered offered;
        lock.lock();
        try {
            String question =
                    calls.calls().state(callId) instanceof ToolState.AwaitingApproval open ? open.question() : "";
            offered = offer(
                    new ToolEvent.ApprovalAnswered(callId, approved, approver, argumentsSha256, question, "", now()));
        } finally {
            lock.unlock();
        }
        if (offered.changed()) {
            VIRTUAL.execute(() -> advance(callId));
        }
        return offered.step();
    }

    public Step<ToolState> cancel(String callId, String reason) {
        return locked(new ToolEvent.CancelRequested(callId, reason, now())).step();
    }

    /** The turn was interrupted: what waits for a person or may not outlive the turn is cancelled, the rest runs on. */
    public void interrupt(String reason) {
        lock.lock();
        try {
            for (ToolState open : calls.calls().open()) {
                ToolCall call = open.made();
                boolean runsOn = open instanceof ToolState.Dispatched running
                        && !running.terms().cancelOnInterrupt();
                if (call != null && !runsOn) {
                    offer(new ToolEvent.CancelRequested(call.callId(), reason, now()));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** A result that arrives from elsewhere than the running tool. It is held to the same invariants. */
    public Step<ToolState> report(String callId, Ending ending, Json content, String reason) {
        lock.lock();
        try {
            return offer(ToolEvent.ResultArrived.of(callId, ending, content, reason, now()), content)
                    .step();
        } finally {
            lock.unlock();
        }
    }

    public List<PendingApproval> pendingApprovals() {
        lock.lock();
        try {
            return calls.calls().open().stream()
                    .filter(ToolState.AwaitingApproval.class::isInstance)
                    .map(ToolState.AwaitingApproval.class::cast)
                    .map(awaiting -> new PendingApproval(awaiting.call(), awaiting.question(), awaiting.expiresAtMs()))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    public ToolState state(String callId) {
        lock.lock();
        try {
            return calls.calls().state(callId);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Folds the record of an earlier process and takes up what it left: a dispatched call is {@code unknown} and is not
     * run again, a question is asked again for the time it has left, and what had not been dispatched goes on.
     */
    public void recover() {
        lock.lock();
        try {
            calls.replay();
            for (ToolState open : calls.calls().open()) {
                ToolCall call = open.made();
                if (call != null) {
                    takeUp(call.callId());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void takeUp(String callId) {
        switch (calls.calls().state(callId)) {
            case ToolState.Dispatched _ -> offer(new ToolEvent.ProcessLost(callId, now()));
            case ToolState.AwaitingApproval awaiting ->
                ask(
                        awaiting.call(),
                        awaiting.question(),
                        awaiting.expiresAtMs(),
                        CompletableFuture.completedFuture(null));
            case ToolState.Proposed _, ToolState.Permitted _, ToolState.Admitted _ ->
                VIRTUAL.execute(() -> advance(callId));
            case ToolState.Absent _, ToolState.Settled _ -> {}
        }
    }

    /** The ids of the open calls that begin so. */
    public List<String> openCalls(String prefix) {
        lock.lock();
        try {
            return calls.calls().open().stream()
                    .map(ToolState::made)
                    .filter(Objects::nonNull)
                    .map(ToolCall::callId)
                    .filter(id -> id.startsWith(prefix))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** The one result of a call that was made before, whenever it comes. */
    public CompletableFuture<ToolResult> settled(String callId) {
        lock.lock();
        try {
            return switch (calls.calls().state(callId)) {
                case ToolState.Settled settled -> CompletableFuture.completedFuture(calls.complete(settled.result()));
                case ToolState.Absent _ -> throw new IllegalArgumentException("nobody called " + callId);
                case ToolState.Proposed _,
                        ToolState.AwaitingApproval _,
                        ToolState.Permitted _,
                        ToolState.Admitted _,
                        ToolState.Dispatched _ ->
                    waiters.computeIfAbsent(callId, _ -> new CompletableFuture<>())
                            .copy();
            };
        } finally {
            lock.unlock();
        }
    }

    /** What is held at this moment; all zero when every call has settled. */
    public ToolLoad load() {
        lock.lock();
        try {
            return new ToolLoad(
                    calls.calls().openCount(), calls.origins(), waiters.size(), timers.size(), runner.running());
        } finally {
            lock.unlock();
        }
    }

    /** Stops what runs, as cancelled. Open questions stay open in the record and are asked again after the restart. */
    @Override
    public void close() {
        lock.lock();
        try {
            for (ToolState open : calls.calls().open()) {
                ToolCall call = open.made();
                if (call != null && !(open instanceof ToolState.AwaitingApproval)) {
                    offer(new ToolEvent.CancelRequested(call.callId(), "the process is closing", now()));
                }
            }
            timers.values().forEach(Timers.Timer::cancel);
            timers.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Takes a call as far as it goes without a person: policy, sandbox, dispatch. */
    private void advance(String callId) {
        boolean moved = true;
        while (moved) {
            moved = switch (state(callId)) {
                case ToolState.Proposed(ToolCall call) -> offerFrom(ToolState.Proposed.class, judge.policy(call));
                case ToolState.Permitted permitted ->
                    offerFrom(ToolState.Permitted.class, judge.sandbox(permitted.call()));
                case ToolState.Admitted admitted -> offerFrom(ToolState.Admitted.class, judge.dispatch(admitted));
                case ToolState.Absent _, ToolState.AwaitingApproval _, ToolState.Dispatched _, ToolState.Settled _ ->
                    false;
            };
        }
    }

    /** Offers only if the call still stands where it stood when the event was thought of. */
    private boolean offerFrom(Class<? extends ToolState> expected, ToolEvent event) {
        lock.lock();
        try {
            return expected.isInstance(calls.calls().state(event.callId()))
                    && offer(event).changed();
        } finally {
            lock.unlock();
        }
    }

    private Offered locked(ToolEvent event) {
        lock.lock();
        try {
            return offer(event);
        } finally {
            lock.unlock();
        }
    }

    private Offered offer(ToolEvent event) {
        return offer(event, Json.Null.NULL);
    }

    private Offered offer(ToolEvent event, Json content) {
        Offered offered = calls.offer(event, content, wiring.epoch().getAsLong());
        if (offered.step() instanceof Step.Moved<ToolState> move) {
            for (Effect effect : move.effects()) {
                if (effect instanceof ToolEffect act) {
                    perform(act, offered.durable());
                }
            }
        }
        return offered;
    }

    private void perform(ToolEffect effect, CompletableFuture<Void> durable) {
        switch (effect) {
            case ToolEffect.AskApproval(ToolCall call, String question, long expiresAtMs) ->
                ask(call, question, expiresAtMs, durable);
            case ToolEffect.CloseApproval close -> {
                disarm(close.callId());
                wiring.gate().closed(close.callId());
                after(durable, () -> wiring.desk().close(close.callId(), close.outcome()));
            }
            case ToolEffect.RunTool run -> {
                runner.reserve(run.call().callId());
                arm(run.call().callId(), run.deadlineMs(), ToolState.Dispatched.class, ToolEvent.DeadlinePassed::new);
                after(durable, () -> start(run));
            }
            case ToolEffect.StopTool(String callId) -> runner.stop(callId);
            case ToolEffect.DeliverResult(ToolResult result) -> deliver(result, durable);
        }
    }

    /** What must not happen before the record is durable. If it never is, it never happens. */
    private static void after(CompletableFuture<Void> durable, Runnable act) {
        var _ = durable.thenRunAsync(act, VIRTUAL);
    }

    private void ask(ToolCall call, String question, long expiresAtMs, CompletableFuture<Void> durable) {
        arm(call.callId(), expiresAtMs, ToolState.AwaitingApproval.class, ToolEvent.ApprovalTimedOut::new);
        wiring.gate().asked(call.callId());
        after(durable, () -> wiring.desk().show(new PendingApproval(call, question, expiresAtMs)));
    }

    private void start(ToolEffect.RunTool run) {
        String callId = run.call().callId();
        ToolCatalogue.Entry entry = wiring.tools().find(run.call().tool());
        if (entry == null) {
            throw new IllegalStateException("an admitted call names a tool that is not there");
        }
        runner.start(
                run.call(),
                entry.tool(),
                run.deadlineMs(),
                progress -> progressed(callId, progress),
                ended -> report(callId, ended.ending(), ended.content(), ended.reason()));
    }

    private void progressed(String callId, Json progress) {
        lock.lock();
        try {
            calls.progress(callId, progress, wiring.epoch().getAsLong());
        } finally {
            lock.unlock();
        }
    }

    private void deliver(ToolResult result, CompletableFuture<Void> durable) {
        disarm(result.callId());
        ToolResult complete = calls.complete(result);
        CompletableFuture<ToolResult> waiter = waiters.remove(result.callId());
        if (waiter != null) {
            var _ = durable.whenCompleteAsync((_, failure) -> settle(waiter, complete, failure), VIRTUAL);
        }
    }

    private static void settle(CompletableFuture<ToolResult> waiter, ToolResult result, @Nullable Throwable failure) {
        if (failure == null) {
            waiter.complete(result);
        } else {
            waiter.completeExceptionally(failure);
        }
    }

    /** A timer that loses the race against what it waits for says nothing. */
    private void arm(String callId, long atMs, Class<? extends ToolState> waiting, TimerEvent event) {
        Timers.Timer timer = wiring.timers()
                .at(
                        wiring.timeline().nanosAt(atMs),
                        TIMER_RANK,
                        () -> offerFrom(waiting, event.at(callId, Math.max(atMs, now()))));
        timers.put(callId, timer);
    }

    private void disarm(String callId) {
        Timers.Timer timer = timers.remove(callId);
        if (timer != null) {
            timer.cancel();
        }
    }

    private long now() {
        return wiring.timeline().nowMs();
    }

    /** The event that a timer becomes. */
    @FunctionalInterface
    private interface TimerEvent {
        ToolEvent at(String callId, long atMs);
    }
}
