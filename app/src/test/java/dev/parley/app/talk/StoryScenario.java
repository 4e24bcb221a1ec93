package dev.parley.app.talk;

import dev.parley.agent.memory.MemoryExtraction;
import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.ModelProvider;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedProvider;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.DiskFaults;
import dev.parley.runelog.disk.SimulatedDisk;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.HouseBooks;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.Memories;
import dev.parley.session.people.MemoryBook;
import dev.parley.session.people.OverrideBook;
import dev.parley.session.people.PinTries;
import dev.parley.session.people.ProfileBook;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.time.Rank;
import dev.parley.session.tool.ProcessTools;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualSession;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Plays a story as scenarios, on virtual time: one for each conversation in it, with the house's own agent. */
final class StoryScenario {
    private static final long BETWEEN_MS = 8_000;
    private static final ProviderProfile.Timeouts TIMEOUTS = new ProviderProfile.Timeouts(60_000, 30_000);

    private final HouseSpec house;
    private final FreeWords words;
    private final SimulatedDisk disk = new SimulatedDisk(RandomSource.seeded(1), DiskFaults.NONE);
    private final Runelog log;
    private final HouseBooks books;
    private final List<Rune> runes = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private int conversations;

    private StoryScenario(HouseSpec house, Instant start) throws IOException {
        this.house = house;
        this.words = new FreeWords(house.names());
        VirtualTime time = new VirtualTime(start.toEpochMilli());
        this.log = Runelog.open(disk, RunelogSettings.standard(time, RandomSource.seeded(2)));
        this.books = new HouseBooks(
                ProfileBook.open(log, "people", house, time),
                new Memories(MemoryBook.open(log, "memory", time), new MemoryExtraction(new SentenceExtractor())),
                words,
                ZoneOffset.UTC,
                OverrideBook.open(log, "overrides", time),
                new PinTries());
    }

    /** What of the story does not come about. */
    static List<String> play(Story story, HouseSpec house) throws IOException, BadScenario {
        StoryScenario played = played(story, house);
        return story.missing(Story.verdicts(played.runes), played.said);
    }

    /** The runes of all conversations of the story. */
    static List<Rune> runes(Story story, HouseSpec house) throws IOException, BadScenario {
        return played(story, house).runes;
    }

    private static StoryScenario played(Story story, HouseSpec house) throws IOException, BadScenario {
        StoryScenario played = new StoryScenario(house, story.start());
        try (Runelog _ = played.log) {
            List<Story.Line> lines = new ArrayList<>();
            String person = story.person();
            Instant start = story.start();
            for (Story.Line line : story.lines()) {
                if (line instanceof Story.Line.Again(String next)) {
                    start = start.plusMillis(played.play(person, start, lines));
                    lines.clear();
                    person = next;
                } else {
                    lines.add(line);
                }
            }
            played.play(person, start, lines);
        }
        return played;
    }

    private long play(@Nullable String person, Instant start, List<Story.Line> lines) throws BadScenario {
        String speaker = person == null ? "guest" : person;
        List<Scenario.Step> steps = new ArrayList<>();
        long atMs = 1_000;
        for (Story.Line line : lines) {
            switch (line) {
                case Story.Line.Typed(String text) ->
                    steps.add(new Scenario.Step(atMs, Rank.USER, new SessionEvent.TextTyped(text, speaker)));
                case Story.Line.Noticed(var event) -> steps.add(new Scenario.Step(atMs, Rank.USER, event));
                case Story.Line.Passed(long ms) -> atMs += ms;
                case Story.Line.Again _ -> throw new IllegalStateException();
            }
            atMs += BETWEEN_MS;
        }
        Scenario plain = ScenarioReader.yaml("name: story-" + ++conversations + "\nstart: " + start
                + "\nsettings: {ask_aloud: true}\nuser: []\nagent: []\n");
        Scenario scenario = new Scenario(
                plain.name(),
                plain.seed(),
                plain.start(),
                plain.settings(),
                plain.latencies(),
                house.residents(),
                plain.providers(),
                plain.voices(),
                steps,
                plain.rules(),
                plain.tools(),
                plain.faults(),
                plain.clockJumps(),
                plain.edges(),
                plain.given(),
                null,
                plain.source());
        MemoryJournal journal = new MemoryJournal();
        VirtualSession.JournalSource inMemory = (_, _) -> journal;
        HouseSpec visited = house.confirming(speaker, person == null ? Set.of() : Set.of(person));
        ScenarioRun.into(scenario, inMemory, (place, scripted) -> cast(visited, place, scripted));
        runes.addAll(journal.runes());
        journal.runes().stream()
                .filter(rune -> rune.kind().equals("agent.reply") || rune.kind().equals("agent.sentence"))
                .forEach(rune -> said.add(String.valueOf(rune.payload().text("pii_text"))));
        return atMs;
    }

    private ConversationLoop.Ports cast(HouseSpec visited, SessionHost.Place place, ConversationLoop.Ports scripted) {
        AtomicReference<SessionHousehold> home = new AtomicReference<>();
        Model model = new HouseModel(() -> Objects.requireNonNull(home.get()), words, OwnCommands.NONE);
        return new ConversationLoop.Ports(
                scripted.time(),
                scripted.timers(),
                scripted.journal(),
                scripted.providers()
                        .with(Map.of(
                                Modality.LLM,
                                List.of(guarded(ModelProvider.onLoop(profile(Modality.LLM), model))),
                                Modality.TTS,
                                List.of(guarded(new ScriptedProvider(
                                        profile(Modality.TTS), StoryScenario::shown, place.time(), place.timers()))))),
                atOnce(place),
                (recorder, clock) -> {
                    SessionHousehold opened = SessionHousehold.recorded(visited, recorder, clock, books);
                    home.set(opened);
                    return opened;
                });
    }

    private static Script shown(ProviderRequest request) {
        return Script.speech(((ProviderRequest.Synthesize) request).text(), 100, 0, 16_000);
    }

    private static ProviderProfile profile(Modality modality) {
        return new ProviderProfile("story", modality, false, true, 0, TIMEOUTS, ProviderProfile.Limits.NONE);
    }

    private static GuardedProvider guarded(dev.parley.provider.Provider provider) {
        return GuardedProvider.of(provider, new CircuitBreaker(Integer.MAX_VALUE, 1));
    }

    /** The devices of the house, which work at once and on the scenario's own thread. */
    private static ToolShelf atOnce(SessionHost.Place place) {
        return new ProcessTools(
                new ToolCatalogue(new Devices().tools()),
                Devices.POLICY,
                CallSandbox.CLOSED,
                place.door(),
                task -> place.timers().at(place.time().monotonicNanos(), Rank.TOOL.order(), task));
    }
}
