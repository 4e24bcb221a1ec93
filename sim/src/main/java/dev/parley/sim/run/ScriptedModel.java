package dev.parley.sim.run;

import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedProvider;
import dev.parley.sim.script.AgentScript;
import dev.parley.sim.script.Scenario.Latencies;

/** A scripted agent as the model of a live conversation. */
public final class ScriptedModel {
    private ScriptedModel() {}

    /** A model that answers as the script says, on the conversation's own timers. */
    public static Provider of(AgentScript script, Latencies latencies, ScriptTime time) {
        ProviderProfile profile = new ProviderProfile(
                "script",
                Modality.LLM,
                false,
                true,
                0,
                new ProviderProfile.Timeouts(ProviderProfile.Timeouts.NONE, latencies.providerTimeoutMs()),
                ProviderProfile.Limits.NONE);
        return new ScriptedProvider(profile, request -> answer(script, latencies, request), time.time(), time.timers());
    }

    private static Script answer(AgentScript script, Latencies latencies, ProviderRequest request) {
        return request instanceof ProviderRequest.Generate wanted
                ? ScriptedProviders.answer(
                        script.answer(
                                wanted.words(),
                                wanted.settled(),
                                wanted.prompt().agent()),
                        latencies.llmTotalMs())
                : Script.failing(Outcome.error(false, "a scripted agent only answers"), 0);
    }
}
