package dev.parley.app.talk;

import dev.parley.AgentSource;
import dev.parley.Conversation;
import dev.parley.ParleyBuilder;
import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.Configuration.AgentSpec;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.app.voice.VoiceCast;
import dev.parley.kernel.port.Model;
import dev.parley.provider.Modality;
import dev.parley.provider.ModelProvider;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.session.SessionHost;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.settings.Settings;
import dev.parley.session.tool.ProcessTools;
import dev.parley.sim.run.ScriptTime;
import dev.parley.sim.run.ScriptedModel;
import dev.parley.sim.run.ScriptedTools;
import dev.parley.sim.script.AgentScript;
import dev.parley.speech.models.ModelStore;

/**
 * Whoever answers as a configuration says: the built-in rules or a language model with the devices of the house, or a script,
 * with the tools of the configuration beside their own.
 */
public record ConfiguredAgents(Configuration configuration, ConfiguredTools shelf, VoiceCast voice)
        implements AgentSource {
    private static final ProviderProfile.Timeouts TIMEOUTS = new ProviderProfile.Timeouts(60_000, 30_000);

    public ConfiguredAgents(Configuration configuration, ConfiguredTools shelf) {
        this(
                configuration,
                shelf,
                new VoiceCast(
                        configuration.voice(),
                        HousePhrases.hearing(configuration, new OwnCommands(shelf.specs())),
                        ModelStore.ofUser(System.getenv())));
    }

    /** Holds conversations in this way. */
    public ParleyBuilder into(ParleyBuilder parts) {
        return parts.agent(this)
                .household(configuration.house())
                .pipeline(configuration.pipeline())
                .settings(settings())
                .voices(voice);
    }

    private Settings settings() {
        Settings all = configuration.settings();
        return configuration.agent() instanceof AgentSpec.Remote
                ? all
                : all.with(all.agency().ofRules());
    }

    @Override
    public Agent open(Conversation conversation, SessionHost.Place place) {
        OwnCommands own = new OwnCommands(shelf.specs());
        FreeWords words = new FreeWords(configuration.house().names(), own);
        return switch (configuration.agent()) {
            case AgentSpec.Household() ->
                new Agent(guarded(atOnce(new HouseModel(conversation::household, words, own))), devices(place), words);
            case AgentSpec.Remote(GuardedProvider model) ->
                new Agent(
                        model,
                        devices(place),
                        new HouseWords(configuration.house().names()));
            case AgentSpec.Script(AgentScript script) -> scripted(script, place);
        };
    }

    private ToolShelf devices(SessionHost.Place place) {
        return shelf.beside(
                new ProcessTools(
                        new ToolCatalogue(new Devices().tools()),
                        Devices.POLICY,
                        CallSandbox.CLOSED,
                        place.door(),
                        place.work()),
                place);
    }

    private Agent scripted(AgentScript script, SessionHost.Place place) {
        ScriptTime time =
                new ScriptTime(place.time(), place.timers(), place.time().monotonicNanos());
        script.steps()
                .forEach(step ->
                        time.atMs(step.atMs(), step.rank(), () -> place.door().offer(step.event())));
        return new Agent(
                guarded(ScriptedModel.of(script, configuration.latencies(), time)),
                shelf.beside(new ScriptedTools(configuration.tools(), time, place.door()::offer), place),
                new HouseWords(configuration.house().names()));
    }

    /** The built-in rules never block and ask the house, so they run where the conversation does. */
    private static Provider atOnce(Model model) {
        return ModelProvider.onLoop(
                new ProviderProfile("built-in", Modality.LLM, false, true, 0, TIMEOUTS, ProviderProfile.Limits.NONE),
                model);
    }

    /** Neither can fail for long, so no circuit opens. */
    private static GuardedProvider guarded(Provider provider) {
        return GuardedProvider.of(provider, new CircuitBreaker(Integer.MAX_VALUE, 1));
    }
}
