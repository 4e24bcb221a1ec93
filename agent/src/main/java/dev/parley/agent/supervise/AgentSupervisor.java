package dev.parley.agent.supervise;

import dev.parley.agent.budget.WorkTime;
import dev.parley.agent.record.Recorder;
import dev.parley.agent.record.ViolationRune;
import dev.parley.agent.tool.CancelSource;
import dev.parley.agent.tool.Timeline;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Timers;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts the agents of one conversation and answers for how they end. */
public final class AgentSupervisor implements AutoCloseable {
    private static final int TIMER_RANK = 3;
    private static final long LOOK_AGAIN_MS = 50;

    static final Invariant<SupervisionFact> SUPERVISED = new Invariant<>(
            "INV-AGENT-SUPERVISED",
            Level.REJECT,
            "Every agent has somebody who is told of its end, and a failing one ends alone.",
            AgentSupervisor::unsupervised);

    private final String conversation;
    private final Recorder recorder;
    private final Timeline timeline;
    private final Timers timers;
    private final List<Invariant<SupervisionFact>> invariants;
    private final Map<String, Running> running = new LinkedHashMap<>();

    /** What an agent does; it ends when this returns. */
    @FunctionalInterface
    public interface Body {
        void run(AgentScope scope) throws Exception;
    }

    /** What an agent is told about itself. */
    public record AgentScope(String agent, String parent, CancelToken cancel) {}

    /** What the invariant looks at. */
    sealed interface SupervisionFact {
        /** An agent is about to start under a parent, and these are running. */
        record Starting(String agent, String parent, List<String> running) implements SupervisionFact {}

        /** How an agent ended, and whom its end would take along. */
        record Ending(String agent, boolean failed, List<String> others) implements SupervisionFact {}
    }

    /** What a parent is told. */
    public record Down(String agent, String reason, boolean failed) {}

    private record Running(
            String agent,
            String parent,
            CancelSource cancel,
            Thread thread,
            Consumer<Down> onDown,
            CompletableFuture<Down> ended) {}

    public AgentSupervisor(String conversation, Recorder recorder, Timeline timeline, Timers timers) {
        this(conversation, recorder, timeline, timers, List.of(SUPERVISED));
    }

    AgentSupervisor(
            String conversation,
            Recorder recorder,
            Timeline timeline,
            Timers timers,
            List<Invariant<SupervisionFact>> invariants) {
        this.conversation = conversation;
        this.recorder = recorder;
        this.timeline = timeline;
        this.timers = timers;
        this.invariants = List.copyOf(invariants);
    }

    /** Starts an agent under a parent (the empty text for none). Its end completes the future, however it came. */
    public CompletableFuture<Down> spawn(
            String agent, String parent, long workMsMax, Body body, Consumer<Down> onDown) {
        return spawn(agent, parent, new WorkTime(timeline), workMsMax, body, onDown);
    }

    /** The same for an agent whose time stands still while it waits for a person. */
    public CompletableFuture<Down> spawn(
            String agent, String parent, WorkTime work, long workMsMax, Body body, Consumer<Down> onDown) {
        CancelSource cancel = new CancelSource();
        CompletableFuture<Down> ended = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().name("agent-" + agent).unstarted(() -> live(agent, parent, cancel, body));
        synchronized (this) {
            if (running.containsKey(agent)) {
                throw new IllegalArgumentException("an agent called " + agent + " is already running");
            }
            String refusal = refusal(agent, new SupervisionFact.Starting(agent, parent, alive()));
            if (refusal != null) {
                throw new IllegalArgumentException(refusal);
            }
            running.put(agent, new Running(agent, parent, cancel, thread, onDown, ended));
            append("agent.spawning", agent, Json.Obj.EMPTY.with("parent", parent));
        }
        Deadline deadline = new Deadline(agent, work, workMsMax);
        deadline.arm(workMsMax);
        var _ = ended.whenComplete((_, _) -> deadline.drop());
        thread.start();
        return ended;
    }

    /** Ends an agent that has worked too long. Where its time stood still meanwhile, it looks again later. */
    private final class Deadline {
        private final String agent;
        private final WorkTime work;
        private final long atMs;
        private final long workMsMax;
        private Timers.Timer timer = () -> {};
        private boolean over;

        Deadline(String agent, WorkTime work, long workMsMax) {
            this.agent = agent;
            this.work = work;
            this.atMs = work.elapsedMs() + workMsMax;
            this.workMsMax = workMsMax;
        }

        synchronized void arm(long afterMs) {
            if (!over) {
                timer = timers.at(timeline.nanosAt(timeline.nowMs() + afterMs), TIMER_RANK, this::look);
            }
        }

        private void look() {
            long leftMs = atMs - work.elapsedMs();
            if (leftMs > 0) {
                arm(Math.max(leftMs, LOOK_AGAIN_MS));
            } else {
                end(agent, "out of time after " + workMsMax + " ms", true);
            }
        }

        synchronized void drop() {
            over = true;
            timer.cancel();
        }
    }

    private void live(String agent, String parent, CancelSource cancel, Body body) {
        append("agent.ready", agent, Json.Obj.EMPTY);
        try {
            body.run(new AgentScope(agent, parent, cancel));
            end(agent, "finished", false);
        } catch (Exception | StackOverflowError | LinkageError | OutOfMemoryError thrown) {
            String message = thrown.getMessage();
            end(agent, message == null ? thrown.getClass().getSimpleName() : message, true);
        }
    }

    /** Ends an agent once: rune, word to the parent, interrupt. What it still does afterwards counts for nothing. */
    private void end(String agent, String reason, boolean failed) {
        List<Running> taken = new ArrayList<>();
        synchronized (this) {
            Running known = running.remove(agent);
            if (known == null) {
                return;
            }
            taken.add(known);
            List<String> others = failed ? List.copyOf(running.keySet()) : List.of();
            if (refusal(agent, new SupervisionFact.Ending(agent, failed, others)) == null) {
                others.forEach(other -> taken.add(running.remove(other)));
            }
            for (Running ended : taken) {
                append(
                        failed ? "agent.failed" : "agent.terminated",
                        ended.agent(),
                        Json.Obj.EMPTY.with("reason", reason));
                append(
                        "agent.down",
                        ended.parent(),
                        Json.Obj.EMPTY.with("agent", ended.agent()).with("reason", reason));
            }
        }
        for (Running ended : taken) {
            Down down = new Down(ended.agent(), reason, failed);
            ended.cancel().cancel();
            ended.thread().interrupt();
            tell(ended, down);
            ended.ended().complete(down);
        }
    }

    /** A parent that cannot bear the news is its own concern: the end of the child stands. */
    private void tell(Running ended, Down down) {
        try {
            ended.onDown().accept(down);
        } catch (RuntimeException thrown) {
            append(
                    "agent.down_unheard",
                    ended.parent(),
                    Json.Obj.EMPTY.with("agent", ended.agent()).with("reason", String.valueOf(thrown.getMessage())));
        }
    }

    private static @Nullable String unsupervised(SupervisionFact fact) {
        return switch (fact) {
            case SupervisionFact.Starting(String agent, String parent, List<String> running) ->
                parent.isEmpty() || running.contains(parent)
                        ? null
                        : agent + " would start under " + parent + ", which is not running";
            case SupervisionFact.Ending(String agent, boolean failed, List<String> others) ->
                failed && !others.isEmpty()
                        ? agent + " failed and would have taken " + String.join(", ", others) + " along"
                        : null;
        };
    }

    /** Why the invariants do not allow this, after it has been recorded; null where they do. */
    private @Nullable String refusal(String agent, SupervisionFact fact) {
        for (Invariant<SupervisionFact> invariant : invariants) {
            String reason = invariant.check().failure(fact);
            if (reason != null) {
                append(
                        ViolationRune.KIND,
                        agent,
                        ViolationRune.payload(new Violation(invariant.id(), invariant.level(), reason)));
                return reason;
            }
        }
        return null;
    }

    public synchronized List<String> alive() {
        return List.copyOf(running.keySet());
    }

    /** Ends every agent. */
    @Override
    public void close() {
        for (String agent : alive()) {
            end(agent, "the conversation is closing", false);
        }
    }

    private void append(String kind, String agent, Json.Obj payload) {
        recorder.append(List.of(RuneDraft.of(conversation, kind, payload)
                .withAgent(agent)
                .withVisibility(Visibility.INTERNAL)
                .withTimes(timeline.source().monotonicNanos(), timeline.source().wallMillis())));
    }
}
