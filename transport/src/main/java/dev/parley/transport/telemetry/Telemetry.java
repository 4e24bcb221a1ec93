package dev.parley.transport.telemetry;

import dev.parley.Observer;
import dev.parley.Parley;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.loop.LoopTimes;
import dev.parley.transport.telemetry.TurnStages.Stage;
import dev.parley.transport.telemetry.TurnStages.Turn;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Looks on at all conversations from a thread of its own and makes meters and traces of what it sees. It is offered runes and
 * waited for by nobody: what does not fit into its queue is counted and not told. Webhooks are told from the record.
 */
public final class Telemetry implements Observer, AutoCloseable {
    private static final double NANOS_IN_A_SECOND = 1e9;

    private static final int WAITING_MAX = 65_536;
    private static final long LOOK_EVERY_MS = 500;
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(10),
        Duration.ofMillis(20),
        Duration.ofMillis(40),
        Duration.ofMillis(80),
        Duration.ofMillis(160),
        Duration.ofMillis(320),
        Duration.ofMillis(640),
        Duration.ofMillis(1_280),
        Duration.ofMillis(2_560),
        Duration.ofMillis(5_120),
        Duration.ofMillis(10_240),
        Duration.ofMillis(20_480),
        Duration.ofMillis(40_960)
    };

    private final Parley parley;
    private final MeterRegistry registry;
    private final TurnStages stages = new TurnStages();
    private final BlockingQueue<Rune> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final AtomicLong lost = new AtomicLong();
    private final @Nullable Traces traces;
    private final List<Webhook> webhooks = new ArrayList<>();
    private final Thread thread;
    private volatile boolean open = true;

    /**
     * Looks on from now.
     *
     * @throws IOException with a sentence, where a webhook has no secret
     */
    public static Telemetry over(
            Parley parley, TelemetrySpec spec, UnaryOperator<@Nullable String> environment, MeterRegistry registry)
            throws IOException {
        Telemetry telemetry = new Telemetry(parley, spec, environment, registry);
        parley.watch(telemetry);
        telemetry.webhooks.forEach(Webhook::start);
        return telemetry;
    }

    private Telemetry(
            Parley parley, TelemetrySpec spec, UnaryOperator<@Nullable String> environment, MeterRegistry registry)
            throws IOException {
        this.parley = parley;
        this.registry = registry;
        for (TelemetrySpec.Hook each : spec.webhooks()) {
            String secret = environment.apply(each.secretEnv());
            if (secret == null || secret.isBlank()) {
                throw new IOException("webhooks: the environment has no " + each.secretEnv() + " to sign with");
            }
            webhooks.add(new Webhook(each, secret, parley));
        }
        URI url = spec.traces();
        this.traces = url == null ? null : new Traces(url, spec.model(), Post.Spec.USUAL);
        register();
        this.thread = Thread.ofVirtual().name("parley-telemetry").start(this::work);
    }

    /** Says how long the longest tasks of a loop took. */
    private void watch(String loop) {
        Gauge.builder("parley_loop_longest_task_seconds", parley, each -> seconds(each, loop, LoopTimes::longestNanos))
                .description("The longest task on a loop of conversations since the start")
                .tags("loop", loop, "time", "wall")
                .register(registry);
        Gauge.builder(
                        "parley_loop_longest_task_seconds",
                        parley,
                        each -> seconds(each, loop, LoopTimes::longestCpuNanos))
                .description("The longest task on a loop of conversations since the start")
                .tags("loop", loop, "time", "cpu")
                .register(registry);
        FunctionCounter.builder("parley_loop_slow_tasks_total", parley, each -> of(each, loop, LoopTimes::slow))
                .description("Tasks on a loop of conversations that computed longer than 20 ms")
                .tags("loop", loop)
                .register(registry);
    }

    private static double seconds(Parley parley, String loop, ToLongFunction<LoopTimes> time) {
        return of(parley, loop, time) / NANOS_IN_A_SECOND;
    }

    private static double of(Parley parley, String loop, ToLongFunction<LoopTimes> time) {
        return parley.loops().stream()
                .filter(each -> each.loop().equals(loop))
                .mapToLong(time)
                .findFirst()
                .orElse(0);
    }

    private void register() {
        Gauge.builder("parley_telemetry_waiting", waiting, BlockingQueue::size)
                .description("Events that wait to be counted")
                .register(registry);
        FunctionCounter.builder("parley_telemetry_lost_total", lost, AtomicLong::get)
                .description("Events that were not counted, because too many waited")
                .register(registry);
        Gauge.builder("parley_journal_lag_events", parley, Parley::waitingForDisk)
                .description("Events of conversations under way that are not on disk yet")
                .register(registry);
        Gauge.builder("parley_admission_load_ratio", parley, each -> each.loadPermille() / 1_000.0)
                .description("How busy the threads are on which conversations run; nobody is taken in above 0.85")
                .register(registry);
        parley.loops().forEach(loop -> watch(loop.loop()));
        for (Webhook webhook : webhooks) {
            outgoing("webhook", webhook::waiting, webhook.post());
        }
        if (traces != null) {
            outgoing("traces", traces.courier()::waiting, traces.courier().post());
        }
    }

    private void outgoing(String name, Supplier<Number> waiting, Post post) {
        Gauge.builder("parley_outgoing_waiting", waiting)
                .tag("to", name)
                .description("What waits to be sent elsewhere")
                .register(registry);
        FunctionCounter.builder("parley_outgoing_sent_total", post, Post::sent)
                .tag("to", name)
                .description("What was sent elsewhere and taken there")
                .register(registry);
        FunctionCounter.builder("parley_outgoing_lost_total", post, Post::lost)
                .tag("to", name)
                .description("What was not taken elsewhere after all tries, or had no room")
                .register(registry);
        FunctionCounter.builder("parley_outgoing_failed_total", post, Post::failed)
                .tag("to", name)
                .description("Tries to send something elsewhere, or to read it, that came to nothing")
                .register(registry);
    }

    @Override
    public void recorded(Rune rune) {
        webhooks.forEach(each -> each.offer(rune));
        if (!waiting.offer(rune)) {
            lost.incrementAndGet();
        }
    }

    @Override
    public void refused(String conversation, String rule) {
        count("parley_admission_refused_total", "Conversations that were not taken in", "rule", rule);
    }

    @Override
    public void dropped(String conversation, Lane lane, long many) {
        Counter.builder("parley_door_dropped_total")
                .description("Events that did not fit through the door of a conversation")
                .tag("lane", lane.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment((double) many);
    }

    private void work() {
        try {
            while (open || !waiting.isEmpty()) {
                Rune next = waiting.poll(LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    take(next);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(Rune rune) {
        String room = VerdictRune.room(rune);
        if (room != null) {
            Counter.builder("parley_verdicts_total")
                    .description("Decisions by room")
                    .tag("room", room)
                    .tag("decision", String.valueOf(rune.payload().text("decision")))
                    .register(registry)
                    .increment();
        }
        Turn over = stages.see(rune);
        if (over != null) {
            closed(over);
        }
    }

    private void closed(Turn turn) {
        time("turn", turn.toNanos() - turn.fromNanos());
        for (Stage stage : turn.stages()) {
            time(stage.name(), stage.nanos());
        }
        count("parley_turns_total", "Turns by how they ended", "reason", turn.reason());
        if (turn.reason().equals("cancelled") || turn.reason().equals("interrupted")) {
            count("parley_cancels_total", "Turns that somebody stopped or spoke into", "reason", turn.reason());
        }
        if (traces != null) {
            traces.offer(turn);
        }
    }

    private void time(String stage, long nanos) {
        Timer.builder("parley_turn_stage")
                .description("How long the stages of turns take")
                .tag("stage", stage)
                .serviceLevelObjectives(BUCKETS)
                .register(registry)
                .record(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    private void count(String name, String description, String tag, String value) {
        Counter.builder(name)
                .description(description)
                .tag(tag, value)
                .register(registry)
                .increment();
    }

    @Override
    public void close() {
        open = false;
        try {
            thread.join(LOOK_EVERY_MS * 2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        webhooks.forEach(Webhook::close);
        if (traces != null) {
            traces.close();
        }
    }
}
