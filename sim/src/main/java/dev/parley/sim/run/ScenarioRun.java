package dev.parley.sim.run;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Timeouts;
import dev.parley.kernel.people.household.Wait;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.ConversationLoop;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.VoiceKind;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.port.Journal;
import dev.parley.session.recover.Found;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.Scenario.ClockJump;
import dev.parley.sim.script.Scenario.Step;
import dev.parley.sim.script.Scenario.Voice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of a scenario: the real loop in a scripted world, from its first event until nothing is left to happen. */
public final class ScenarioRun {
    private final Scenario scenario;
    private final VirtualTime time;
    private @Nullable ConversationLoop loop;

    private ScenarioRun(Scenario scenario) {
        this.scenario = scenario;
        this.time = new VirtualTime(scenario.start().toEpochMilli());
    }

    /** Makes a journal that lives in the scenario's own time and may answer later, through the door. */
    public interface JournalSource {
        Journal open(VirtualTime time, Consumer<SessionEvent> door);
    }

    /** Runs the scenario and records it in the journal. */
    public static void into(Scenario scenario, Journal journal) {
        into(scenario, (_, _) -> journal);
    }

    public static void into(Scenario scenario, JournalSource journals) {
        ScenarioRun run = new ScenarioRun(scenario);
        ConversationLoop conversation = run.assemble(journals.open(run.time, run::offer));
        conversation.begin(Json.Obj.EMPTY
                .with("name", scenario.name())
                .with("seed", scenario.seed())
                .with("scenario", scenario.source()));
        run.play(conversation);
    }

    /**
     * Goes on with a conversation whose runtime was lost after these runes. The scenario has the name and seed of the one
     * that began, and tells what happens from now on.
     */
    public static Optional<Found> after(List<Rune> recorded, Scenario scenario, Journal journal, String reason) {
        ScenarioRun run = new ScenarioRun(scenario);
        ConversationLoop conversation = run.assemble(journal);
        Optional<Found> found = conversation.resume(recorded, reason);
        run.play(conversation);
        return found;
    }

    private ConversationLoop assemble(Journal journal) {
        ConversationLoop conversation = new ConversationLoop(
                scenario.conversation(),
                scenario.settings(),
                scenario.buffers(),
                world(scenario, time, journal, this::offer));
        loop = conversation;
        return conversation;
    }

    /** Everybody whom a conversation meets, as the scenario describes them; their answers come through the door. */
    public static ConversationLoop.Ports world(
            Scenario scenario, VirtualTime time, Journal journal, Consumer<SessionEvent> door) {
        return new ConversationLoop.Ports(
                time,
                time,
                journal,
                new ScriptedProviders(scenario, time, door),
                new ScriptedTools(scenario.tools(), time, door),
                (recorder, clock) -> SessionHousehold.recorded(house(scenario), recorder, clock));
    }

    /** A command that is a tool waits for a yes as long as a tool waits for an approval. */
    private static HouseSpec house(Scenario scenario) {
        long yesMs = Math.clamp(scenario.settings().approvalTimeoutMs(), 1, Timeouts.LONGEST.toMillis());
        return HouseSpec.of(scenario.people())
                .with(Timeouts.DEFAULTS.with(Wait.CONFIRMATION, Duration.ofMillis(yesMs)));
    }

    private void play(ConversationLoop conversation) {
        for (Voice voice : scenario.voices()) {
            VoiceKind kind = voice.noise() ? VoiceKind.NOISE : VoiceKind.SPEECH;
            SessionEvent began = new SessionEvent.VoiceBegan(voice.id(), kind, voice.by());
            time.atMs(voice.fromMs(), Rank.USER, () -> offer(began));
            time.atMs(voice.toMs(), Rank.USER, () -> offer(new SessionEvent.VoiceEnded(voice.id())));
        }
        for (Step step : scenario.steps()) {
            time.atMs(step.atMs(), step.rank(), () -> offer(step.event()));
        }
        for (ClockJump jump : scenario.clockJumps()) {
            time.atMs(jump.atMs(), Rank.AUTHORITY, () -> time.setWall(jump.byMs()));
        }
        time.run();
        conversation.end();
    }

    private void offer(SessionEvent event) {
        if (loop != null) {
            loop.offer(event);
        }
    }
}
