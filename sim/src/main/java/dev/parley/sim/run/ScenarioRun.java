package dev.parley.sim.run;

import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Timeouts;
import dev.parley.kernel.people.household.Wait;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.VoiceKind;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.record.Journal;
import dev.parley.session.recover.Found;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.Scenario.ClockJump;
import dev.parley.sim.script.Scenario.Step;
import dev.parley.sim.script.Scenario.Voice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One run of a scenario: a real host in a scripted world, from its first event until nothing is left to happen. */
public final class ScenarioRun {
    private static final Cast AS_SCRIPTED = (_, scripted) -> scripted;

    private final Scenario scenario;
    private final VirtualTime time;
    private final VirtualSession session;

    /** Who plays the parts of a scenario. */
    @FunctionalInterface
    public interface Cast {
        /** What the conversation meets, made from what the script would have it meet. */
        ConversationLoop.Ports play(SessionHost.Place place, ConversationLoop.Ports scripted);
    }

    private ScenarioRun(Scenario scenario, VirtualSession.JournalSource journals, List<Rune> recorded, Cast cast) {
        this.scenario = scenario;
        this.time = new VirtualTime(scenario.start().toEpochMilli());
        this.session = new VirtualSession(time, wanted(scenario, 0, cast), journals, recorded);
    }

    /** Runs the scenario and records it in the journal. */
    public static void into(Scenario scenario, Journal journal) {
        into(scenario, (_, _) -> journal);
    }

    public static void into(Scenario scenario, VirtualSession.JournalSource journals) {
        into(scenario, journals, AS_SCRIPTED);
    }

    /** The same with somebody around the scripted world who sees what leaves the conversation. */
    public static void into(
            Scenario scenario, VirtualSession.JournalSource journals, UnaryOperator<ConversationLoop.Ports> around) {
        into(scenario, journals, (_, scripted) -> around.apply(scripted));
    }

    /** The same with others in the place of scripted parts: a model or tools of somebody's own. */
    public static void into(Scenario scenario, VirtualSession.JournalSource journals, Cast cast) {
        ScenarioRun run = new ScenarioRun(scenario, journals, List.of(), cast);
        run.session.open();
        run.play();
    }

    /**
     * Goes on with a conversation whose host was lost after these runes. The scenario has the name and seed of the one that
     * began, and tells what happens from now on.
     */
    public static Optional<Found> after(List<Rune> recorded, Scenario scenario, Journal journal) {
        ScenarioRun run = new ScenarioRun(scenario, (_, _) -> journal, recorded, AS_SCRIPTED);
        Optional<Found> found = run.session.open();
        run.play();
        return found;
    }

    /**
     * The conversation of a scenario, as its host is asked for it.
     *
     * @param originNanos the moment of the host's time at which the script begins
     */
    public static SessionHost.Wanted wanted(Scenario scenario, long originNanos) {
        return wanted(scenario, originNanos, AS_SCRIPTED);
    }

    private static SessionHost.Wanted wanted(Scenario scenario, long originNanos, Cast cast) {
        return new SessionHost.Wanted(
                scenario.conversation(),
                new SessionCreated(
                        scenario.name(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        scenario.seed(),
                        scenario.source(),
                        Json.Obj.EMPTY),
                scenario.settings(),
                scenario.pipeline(),
                place -> cast.play(place, world(scenario, originNanos, place)));
    }

    /** Everybody whom a conversation meets, as the scenario describes them; their answers come through the door. */
    public static ConversationLoop.Ports world(Scenario scenario, long originNanos, SessionHost.Place place) {
        ScriptTime time = new ScriptTime(place.time(), place.timers(), originNanos);
        return new ConversationLoop.Ports(
                place.time(),
                place.timers(),
                place.journal(),
                new ScriptedProviders(scenario, time, place.providers()),
                new ScriptedTools(scenario.tools(), time, place.door()::offer),
                (recorder, clock) -> SessionHousehold.recorded(house(scenario), recorder, clock));
    }

    /** A command that is a tool waits for a yes as long as a tool waits for an approval. */
    private static HouseSpec house(Scenario scenario) {
        long yesMs = Math.clamp(scenario.settings().bounds().approvalTimeoutMs(), 1, Timeouts.LONGEST.toMillis());
        return HouseSpec.of(scenario.people())
                .with(Timeouts.DEFAULTS.with(Wait.CONFIRMATION, Duration.ofMillis(yesMs)));
    }

    private void play() {
        for (Voice voice : scenario.voices()) {
            VoiceKind kind = voice.noise() ? VoiceKind.NOISE : VoiceKind.SPEECH;
            SessionEvent began = new SessionEvent.VoiceBegan(voice.id(), kind, voice.by());
            time.atMs(voice.fromMs(), Rank.USER, () -> session.offer(began));
            time.atMs(voice.toMs(), Rank.USER, () -> session.offer(new SessionEvent.VoiceEnded(voice.id())));
        }
        for (Step step : scenario.steps()) {
            time.atMs(step.atMs(), step.rank(), () -> session.offer(step.event()));
        }
        for (ClockJump jump : scenario.clockJumps()) {
            time.atMs(jump.atMs(), Rank.AUTHORITY, () -> time.setWall(jump.byMs()));
        }
        time.run();
        session.end();
    }
}
