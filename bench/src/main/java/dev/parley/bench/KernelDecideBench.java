package dev.parley.bench;

import com.github.oxo42.stateless4j.StateMachine;
import com.github.oxo42.stateless4j.StateMachineConfig;
import com.sun.management.ThreadMXBean;
import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Median;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamEvent;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.stream.Subject;
import java.lang.management.ManagementFactory;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.statemachine.config.StateMachineBuilder;
import reactor.core.publisher.Mono;

/**
 * One full decision about a stream (11 structural and 8 domain invariants, the machine, the attestation encoded and
 * chained) beside bare transitions of machines of the same size that check and record nothing. Subject and peers take
 * turns, the median of the rounds counts, and time is the thread's own, so that a busy machine disturbs little.
 */
final class KernelDecideBench implements Bench {
    private static final double BYTES_MOST = 400;
    private static final int CYCLE = 5;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private enum State {
        IDLE,
        COMPILING,
        SYNTHESIZING,
        PLAYING,
        INTERRUPTING,
        STOPPED,
        FAILED
    }

    private enum Trigger {
        START,
        COMPILE,
        PLAY,
        STOP,
        RESTART,
        INTERRUPT,
        FAIL
    }

    private static final Trigger[] WAY = {Trigger.START, Trigger.COMPILE, Trigger.PLAY, Trigger.STOP, Trigger.RESTART};

    /** Goes once around the cycle of five transitions. */
    private interface Around {
        void go();
    }

    @Override
    public String name() {
        return "kernel.decide";
    }

    @Override
    public List<Result> run(boolean quick) throws Exception {
        Around parley = parley();
        Around stateless = stateless();
        Around spring = spring();
        int cycles = 20_000;
        int springCycles = 200;
        int rounds = quick ? 41 : 201;
        double[] ours = new double[rounds];
        double[] bare = new double[rounds];
        double[] framework = new double[rounds];
        for (int round = -rounds / 4; round < rounds; round++) {
            double one = nanos(parley, cycles);
            double two = nanos(stateless, cycles);
            double three = nanos(spring, springCycles);
            if (round >= 0) {
                ours[round] = one;
                bare[round] = two;
                framework[round] = three;
            }
        }
        return List.of(
                new Result(
                        name(),
                        Median.of(ours),
                        "ns/decision",
                        Median.of(bare),
                        "a bare stateless4j transition; 5 at most"),
                new Result(name() + ".bytes", bytes(parley, cycles), "B/decision", BYTES_MOST, "the limit; 1 at most"),
                new Result(
                        name() + ".spring",
                        Median.of(ours),
                        "ns/decision",
                        Median.of(framework),
                        "a Spring Statemachine transition; 0.02 at most"));
    }

    private static double nanos(Around around, int cycles) {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < cycles; i++) {
            around.go();
        }
        return (THREADS.getCurrentThreadCpuTime() - start) / (double) cycles / CYCLE;
    }

    private static double bytes(Around around, int cycles) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < cycles; i++) {
            around.go();
        }
        return (THREADS.getCurrentThreadAllocatedBytes() - before) / (double) cycles / CYCLE;
    }

    private static Around parley() {
        Registrar<Subject, StreamEvent> registrar =
                new Registrar<>(new StreamRoom(InterruptReading.MATRIX), attestation -> {});
        OffsetDateTime at = OffsetDateTime.parse("2026-03-01T10:00:00Z");
        registrar.request(new Request(at, "agent_a", "s1", "CREATE"));
        List<Request> way = new ArrayList<>();
        for (Trigger trigger : WAY) {
            way.add(new Request(at, "agent_a", "s1", trigger.name()));
        }
        return () -> {
            for (int i = 0; i < CYCLE; i++) {
                if (!registrar.request(way.get(i)).isAllowed()) {
                    throw new IllegalStateException("a measured request was refused");
                }
            }
        };
    }

    private static Around stateless() {
        StateMachineConfig<State, Trigger> config = new StateMachineConfig<>();
        config.configure(State.IDLE).permit(Trigger.START, State.COMPILING).permit(Trigger.FAIL, State.FAILED);
        config.configure(State.COMPILING)
                .permit(Trigger.COMPILE, State.SYNTHESIZING)
                .permit(Trigger.FAIL, State.FAILED);
        config.configure(State.SYNTHESIZING).permit(Trigger.PLAY, State.PLAYING).permit(Trigger.FAIL, State.FAILED);
        config.configure(State.PLAYING)
                .permit(Trigger.INTERRUPT, State.INTERRUPTING)
                .permit(Trigger.STOP, State.STOPPED)
                .permit(Trigger.FAIL, State.FAILED);
        config.configure(State.INTERRUPTING).permit(Trigger.STOP, State.STOPPED).permit(Trigger.FAIL, State.FAILED);
        config.configure(State.STOPPED).permit(Trigger.RESTART, State.IDLE);
        config.configure(State.FAILED).permit(Trigger.RESTART, State.IDLE);
        StateMachine<State, Trigger> machine = new StateMachine<>(State.IDLE, config);
        return () -> {
            for (Trigger trigger : WAY) {
                machine.fire(trigger);
            }
        };
    }

    private static Around spring() throws Exception {
        StateMachineBuilder.Builder<State, Trigger> builder = StateMachineBuilder.builder();
        builder.configureStates().withStates().initial(State.IDLE).states(EnumSet.allOf(State.class));
        State[] along = {State.IDLE, State.COMPILING, State.SYNTHESIZING, State.PLAYING, State.STOPPED};
        for (int i = 0; i < CYCLE; i++) {
            builder.configureTransitions()
                    .withExternal()
                    .source(along[i])
                    .target(along[(i + 1) % CYCLE])
                    .event(WAY[i]);
        }
        var machine = builder.build();
        machine.startReactively().block();
        return () -> {
            for (Trigger trigger : WAY) {
                machine.sendEvent(Mono.just(MessageBuilder.withPayload(trigger).build()))
                        .blockLast();
            }
        };
    }
}
