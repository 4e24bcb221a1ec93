package dev.parley.testing;

import dev.parley.AgentParts;
import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.Modality;
import dev.parley.provider.ModelProvider;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost;
import dev.parley.session.time.Rank;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.Scenario;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** An agent of one's own in the place of the scripted one. It thinks as long as the scenario's model takes. */
record AgentCast(AgentParts agent, Scenario scenario) implements ScenarioRun.Cast {
    @Override
    public ConversationLoop.Ports play(SessionHost.Place place, ConversationLoop.Ports scripted) {
        return new ConversationLoop.Ports(
                scripted.time(),
                scripted.timers(),
                scripted.journal(),
                providers(place, scripted.providers()),
                new OwnTools(agent, scenario, place, scripted.tools()),
                scripted.people());
    }

    private Providers providers(SessionHost.Place place, Providers scripted) {
        ProviderProfile profile = new ProviderProfile(
                "own",
                Modality.LLM,
                false,
                true,
                0,
                new ProviderProfile.Timeouts(
                        ProviderProfile.Timeouts.NONE, scenario.latencies().providerTimeoutMs()),
                ProviderProfile.Limits.NONE);
        long thinksNanos = TimeUnit.MILLISECONDS.toNanos(scenario.latencies().llmTotalMs());
        Executor thinking =
                task -> place.timers().at(place.time().monotonicNanos() + thinksNanos, Rank.PROVIDER.order(), task);
        List<GuardedProvider> voices = scripted.of(Modality.TTS).stream()
                .map(voice -> guarded(new Timed(voice.provider())))
                .toList();
        return scripted.with(Map.of(
                Modality.LLM,
                List.of(guarded(new ModelProvider(profile, agent.model(), thinking))),
                Modality.TTS,
                voices));
    }

    private static GuardedProvider guarded(Provider provider) {
        return GuardedProvider.of(provider, new CircuitBreaker(Integer.MAX_VALUE, 1));
    }

    /** A scripted voice for texts of which nobody has written down how long they take. */
    private record Timed(Provider voice) implements Provider {
        private static final long MS_PER_CHARACTER = 60;
        private static final long SHORTEST_MS = 300;

        @Override
        public ProviderProfile profile() {
            return voice.profile();
        }

        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            return voice.start(invocation, timed(request), ingress, token);
        }

        private static ProviderRequest timed(ProviderRequest request) {
            return request instanceof ProviderRequest.Synthesize spoken && spoken.authoredMs() == 0
                    ? new ProviderRequest.Synthesize(
                            spoken.text(),
                            spoken.voice(),
                            spoken.rate(),
                            spoken.pauses(),
                            spoken.sampleRateHz(),
                            Math.max(
                                    SHORTEST_MS,
                                    MS_PER_CHARACTER * spoken.text().length()))
                    : request;
        }
    }
}
