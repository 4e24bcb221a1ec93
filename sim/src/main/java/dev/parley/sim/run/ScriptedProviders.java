package dev.parley.sim.run;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.RandomSource;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.guard.RetryPolicy;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedCall;
import dev.parley.session.event.Reply;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.Scenario.Failure;
import dev.parley.sim.script.Scenario.Fault;
import dev.parley.sim.script.Scenario.Voice;
import dev.parley.state.CountedWords;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/**
 * Providers that answer as the script says, after exactly the time it says, or fail as it says. They run on the loop's own
 * timers. A failed call goes to the next provider at once, and no circuit opens.
 */
final class ScriptedProviders implements Providers {
    private static final int SAMPLE_RATE_HZ = 16_000;
    private static final int CERTAIN = 1_000;

    private final Scenario scenario;
    private final ScriptTime time;
    private final ProviderIngress door;
    private final Map<Modality, List<GuardedProvider>> providers = new EnumMap<>(Modality.class);
    private final List<Running> running = new ArrayList<>();

    ScriptedProviders(Scenario scenario, ScriptTime time, ProviderIngress door) {
        this.scenario = scenario;
        this.time = time;
        this.door = door;
        scenario.providers()
                .forEach((modality, names) -> providers.put(
                        modality,
                        names.stream().map(name -> guarded(modality, name)).toList()));
        for (Fault fault : scenario.faults()) {
            Failure failure = fault.failure();
            if (failure != null) {
                time.atMs(fault.atMs(), Rank.PROVIDER, () -> strike(fault, failure));
            }
        }
    }

    private GuardedProvider guarded(Modality modality, String name) {
        ProviderProfile profile = new ProviderProfile(
                name,
                modality,
                true,
                true,
                0,
                new ProviderProfile.Timeouts(
                        ProviderProfile.Timeouts.NONE, scenario.latencies().providerTimeoutMs()),
                ProviderProfile.Limits.NONE);
        return GuardedProvider.of(new Named(profile), new CircuitBreaker(Integer.MAX_VALUE, 1));
    }

    @Override
    public List<GuardedProvider> of(Modality modality) {
        return providers.getOrDefault(modality, List.of());
    }

    @Override
    public RetryPolicy retry(Modality modality) {
        return RetryPolicy.NONE;
    }

    @Override
    public ProviderIngress door() {
        return door;
    }

    @Override
    public Executor threads() {
        return Runnable::run;
    }

    @Override
    public RandomSource random() {
        return RandomSource.seeded(scenario.seed());
    }

    /** One of the providers that the scenario names. */
    private final class Named implements Provider {
        private final ProviderProfile profile;

        Named(ProviderProfile profile) {
            this.profile = profile;
        }

        @Override
        public ProviderProfile profile() {
            return profile;
        }

        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            running.removeIf(call -> call.script.isOver());
            Running begun =
                    new Running(new ScriptedCall(invocation, script(request), ingress, time.time(), time.timers()));
            running.add(begun);
            token.onCancel(begun::cancel);
            for (Fault fault : scenario.faults()) {
                Failure failure = fault.failure();
                if (failure != null && begun.isCoveredBy(fault)) {
                    begun.fail(failure);
                    return begun;
                }
            }
            begun.script.begin();
            return begun;
        }
    }

    /** A call that the scenario's faults can reach. */
    private final class Running implements ProviderCall {
        private final ScriptedCall script;
        private long givesUpAtMs;

        Running(ScriptedCall script) {
            this.script = script;
        }

        boolean isCoveredBy(Fault fault) {
            return fault.covers(invocation().modality(), invocation().provider(), time.nowMs());
        }

        void fail(Failure failure) {
            switch (failure) {
                case TIMEOUT -> hang();
                case OVERLOAD -> script.fail(Outcome.overload(0, "overloaded by the script"));
                case DISCONNECT -> script.fail(Outcome.error(true, "disconnected by the script"));
                case ERROR -> script.fail(Outcome.error(true, "failed by the script"));
            }
        }

        private void hang() {
            script.hang();
            givesUpAtMs = time.nowMs() + scenario.latencies().providerTimeoutMs();
        }

        @Override
        public ProviderInvocation invocation() {
            return script.invocation();
        }

        @Override
        public boolean feed(AudioFrame frame) {
            return script.feed(frame);
        }

        @Override
        public void finishInput() {
            script.finishInput();
        }

        @Override
        public void grant(long credit) {
            script.grant(credit);
        }

        /** What ignores a cancel goes on, out of reach of later faults; if it hangs, until it gives up by itself. */
        @Override
        public void cancel() {
            if (!running.remove(this)) {
                return;
            }
            boolean ignores =
                    scenario.faults().stream().anyMatch(fault -> fault.failure() == null && isCoveredBy(fault));
            if (!ignores) {
                script.cancel();
            } else if (script.isHung() && givesUpAtMs > time.nowMs()) {
                time.atMs(givesUpAtMs, Rank.PROVIDER, () -> script.fail(Outcome.timeout("hung by the script")));
            }
        }
    }

    /** A fault begins: whatever runs at this provider fails now, or hangs until it times out. */
    private void strike(Fault fault, Failure failure) {
        for (Running call : List.copyOf(running)) {
            if (!call.script.isOver()
                    && call.isCoveredBy(fault)
                    && (!call.script.isHung() || failure != Failure.TIMEOUT)) {
                call.fail(failure);
            }
        }
    }

    private Script script(ProviderRequest request) {
        Scenario.Latencies takes = scenario.latencies();
        return switch (request) {
            case ProviderRequest.Transcribe heard -> transcript(voice(heard.utterance()), takes.sttFinalMs());
            case ProviderRequest.Generate(Model.Prompt prompt, String words, List<String> settled, long _) ->
                answer(scenario.answer(words, settled, prompt.agent()), takes.llmTotalMs());
            case ProviderRequest.Synthesize spoken ->
                Script.speech(spoken.text(), spokenMs(spoken), takes.ttsFirstMs(), SAMPLE_RATE_HZ)
                        .stayingOpen()
                        .showingLife();
            case ProviderRequest.Rewrite(String text) ->
                Script.answer(text, 0, 0).showingLife();
            case ProviderRequest.DetectVoice _, ProviderRequest.JudgeEnd _ ->
                throw new IllegalArgumentException("nothing is scripted for " + request.modality());
        };
    }

    /** Whoever only shows that they listen is recognised from their first sound on. */
    private Script transcript(Voice voice, long finalMs) {
        long atMs = Math.max(0, voice.toMs() - time.nowMs()) + finalMs;
        List<Script.Line> lines = new ArrayList<>();
        if (scenario.settings().cues().isBackchannel(voice.says())) {
            lines.add(new Script.Line(0, call -> new ProviderEvent.PartialTranscript(call, voice.says(), CERTAIN)));
        }
        lines.add(new Script.Line(
                atMs,
                call -> new ProviderEvent.FinalTranscript(
                        call, voice.says(), CERTAIN, voice.fromMs(), voice.toMs(), List.of())));
        return Script.of(lines, atMs).showingLife();
    }

    static Script answer(Scenario.Rule rule, long atMs) {
        if (rule.fails()) {
            return Script.failing(Outcome.fault(new IllegalStateException()), atMs)
                    .showingLife();
        }
        return rule.deltas().isEmpty() ? inOnePiece(rule.reply(), atMs) : written(rule.reply(), rule.deltas());
    }

    /** Bit by bit; calls that no bit names come with the end. The cost grows with the words. */
    private static Script written(Reply reply, List<Scenario.Delta> deltas) {
        long firstMs = deltas.getFirst().atMs();
        long lastMs = deltas.getLast().atMs();
        List<Script.Line> lines = new ArrayList<>();
        lines.add(new Script.Line(
                firstMs,
                call -> new ProviderEvent.Delivery(call, reply.interruptible(), reply.audioMs(), reply.tokens())));
        List<Reply.ToolRequest> rest = new ArrayList<>(reply.calls());
        StringBuilder soFar = new StringBuilder();
        for (Scenario.Delta delta : deltas) {
            if (delta.call().isEmpty()) {
                soFar.append(delta.text());
                long words = CountedWords.count(soFar.toString());
                lines.add(new Script.Line(delta.atMs(), call -> new ProviderEvent.TextDelta(call, delta.text())));
                lines.add(new Script.Line(delta.atMs(), call -> new ProviderEvent.Used(call, 0, words)));
            } else {
                reply.calls().stream()
                        .filter(wish -> wish.id().equals(delta.call()) && rest.remove(wish))
                        .forEach(wish -> lines.add(wished(wish, delta.atMs())));
            }
        }
        rest.forEach(wish -> lines.add(wished(wish, lastMs)));
        return Script.of(lines, lastMs).showingLife();
    }

    private static Script.Line wished(Reply.ToolRequest wish, long atMs) {
        Model.WantedCall wanted = new Model.WantedCall(wish.id(), wish.tool(), exact(wish.args()));
        return new Script.Line(atMs, call -> new ProviderEvent.ToolCallRequested(call, wanted));
    }

    /** The arguments as a model would write them: with every digit that the script has (ruling E11). */
    private static String exact(Json value) {
        return switch (value) {
            case Json.Num(BigDecimal number) -> number.toString();
            case Json.Arr(List<Json> items) ->
                items.stream().map(ScriptedProviders::exact).collect(Collectors.joining(",", "[", "]"));
            case Json.Obj object ->
                object.fields().entrySet().stream()
                        .map(field -> Json.of(field.getKey()).canonical() + ":" + exact(field.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case Json.Str _, Json.Bool _, Json.Null _ -> value.canonical();
        };
    }

    private static Script inOnePiece(Reply reply, long atMs) {
        List<Script.Line> lines = new ArrayList<>();
        lines.add(new Script.Line(
                atMs, call -> new ProviderEvent.Delivery(call, reply.interruptible(), reply.audioMs())));
        if (reply.speaks()) {
            lines.add(new Script.Line(atMs, call -> new ProviderEvent.TextDelta(call, reply.says())));
        }
        for (Reply.ToolRequest wish : reply.calls()) {
            lines.add(wished(wish, atMs));
        }
        lines.add(new Script.Line(atMs, call -> new ProviderEvent.Used(call, 0, reply.tokens())));
        return Script.of(lines, atMs).showingLife();
    }

    private Voice voice(String segment) {
        return scenario.voices().stream()
                .filter(voice -> voice.id().equals(segment))
                .findFirst()
                .orElseThrow();
    }

    /** How long a text takes to speak at the rate that was asked for. */
    private static long spokenMs(ProviderRequest.Synthesize spoken) {
        return BigDecimal.valueOf(spoken.authoredMs())
                .divide(spoken.rate(), 0, RoundingMode.HALF_UP)
                .longValueExact();
    }
}
