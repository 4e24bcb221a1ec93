package dev.parley.sim.run;

import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.Failure;
import dev.parley.session.port.Manner;
import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.Scenario.Fault;
import dev.parley.sim.script.Scenario.Voice;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Providers that answer as the script says, after exactly the time it says, or fail as it says. */
final class ScriptedProviders implements Providers {
    private final Scenario scenario;
    private final ScriptTime time;
    private final Consumer<SessionEvent> loop;
    private final Map<Long, Running> running = new LinkedHashMap<>();

    ScriptedProviders(Scenario scenario, ScriptTime time, Consumer<SessionEvent> loop) {
        this.scenario = scenario;
        this.time = time;
        this.loop = loop;
        for (Fault fault : scenario.faults()) {
            Failure failure = fault.failure();
            if (failure != null) {
                time.atMs(fault.atMs(), Rank.PROVIDER, () -> strike(fault, failure));
            }
        }
    }

    private static final class Running {
        final Call call;

        @Nullable
        Timer next;

        boolean hung;

        Running(Call call) {
            this.call = call;
        }

        void disarm() {
            if (next != null) {
                next.cancel();
                next = null;
            }
        }
    }

    @Override
    public List<String> names(ProviderKind kind) {
        return scenario.providers().getOrDefault(kind, List.of("primary"));
    }

    @Override
    public void start(Call call) {
        Running begun = new Running(call);
        running.put(call.id(), begun);
        for (Fault fault : scenario.faults()) {
            Failure failure = fault.failure();
            if (failure != null && fault.covers(call.kind(), call.name(), time.nowMs())) {
                fail(begun, failure);
                return;
            }
        }
        begun.next = answer(call);
    }

    private Timer answer(Call call) {
        Scenario.Latencies takes = scenario.latencies();
        return switch (call.ask()) {
            case Ask.Transcribe(String segment) -> {
                Voice voice = voice(segment);
                long heard = Math.max(time.nowMs(), voice.toMs());
                yield answerAt(heard + takes.sttFinalMs(), new SessionEvent.Transcribed(call.id(), voice.says()));
            }
            case Ask.Think(String text, List<String> settled, var _, var _) ->
                answerAt(
                        time.nowMs() + takes.llmTotalMs(),
                        new SessionEvent.Replied(call.id(), scenario.answer(text, settled)));
            case Ask.Synthesize(String _, long audioMs, Manner manner) ->
                answerAt(
                        time.nowMs() + takes.ttsFirstMs(),
                        new SessionEvent.AudioReady(call.id(), spoken(audioMs, manner.rate())));
        };
    }

    private Voice voice(String segment) {
        return scenario.voices().stream()
                .filter(voice -> voice.id().equals(segment))
                .findFirst()
                .orElseThrow();
    }

    /** How long a text takes to speak at this rate. */
    private static long spoken(long audioMs, BigDecimal rate) {
        return BigDecimal.valueOf(audioMs).divide(rate, 0, RoundingMode.HALF_UP).longValueExact();
    }

    private Timer answerAt(long atMs, SessionEvent event) {
        return time.atMs(atMs, Rank.PROVIDER, () -> loop.accept(event));
    }

    /** A fault begins: whatever runs at this provider fails now, or hangs until it times out. */
    private void strike(Fault fault, Failure failure) {
        for (Running call : new ArrayList<>(running.values())) {
            if (fault.covers(call.call.kind(), call.call.name(), time.nowMs())
                    && (!call.hung || failure != Failure.TIMEOUT)) {
                fail(call, failure);
            }
        }
    }

    private void fail(Running call, Failure failure) {
        boolean hangs = failure == Failure.TIMEOUT;
        call.disarm();
        call.hung = true;
        long delay = hangs ? scenario.latencies().providerTimeoutMs() : 0;
        call.next = time.afterMs(delay, Rank.PROVIDER, () -> {
            running.remove(call.call.id());
            loop.accept(new SessionEvent.ProviderFailed(call.call.id(), failure));
        });
    }

    @Override
    public void cancel(long callId) {
        Running call = running.remove(callId);
        if (call == null) {
            return;
        }
        boolean ignores = scenario.faults().stream()
                .anyMatch(fault ->
                        fault.failure() == null && fault.covers(call.call.kind(), call.call.name(), time.nowMs()));
        if (!ignores) {
            call.disarm();
        }
    }

    @Override
    public void release(long callId) {
        Running call = running.remove(callId);
        if (call != null) {
            call.disarm();
        }
    }
}
