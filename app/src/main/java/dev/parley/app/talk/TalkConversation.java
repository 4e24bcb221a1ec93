package dev.parley.app.talk;

import dev.parley.agent.memory.MemoryExtraction;
import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.Configuration.AgentSpec;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.loop.Carriers;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.pipeline.spec.ExternalSpec;
import dev.parley.provider.Provider;
import dev.parley.provider.external.ProcessFilter;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.session.ConversationLoop;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Ending;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.FrameDoor;
import dev.parley.session.people.Memories;
import dev.parley.session.people.MemoryBook;
import dev.parley.session.people.OverrideBook;
import dev.parley.session.people.ProfileStore;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.port.AudioChannel;
import dev.parley.session.port.AudioSink;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.record.RunelogRecords;
import dev.parley.session.tool.ProcessTools;
import dev.parley.session.turn.Floor;
import dev.parley.sim.run.ScriptTime;
import dev.parley.sim.run.ScriptedModel;
import dev.parley.sim.run.ScriptedTools;
import dev.parley.sim.script.AgentScript;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One typed conversation in a host of its own: the same loop that runs a scenario, on a carrier and the machine's clock,
 * with tools that really run, a house that remembers, and words that are shown. Any thread may type and stop.
 */
final class TalkConversation implements AutoCloseable {
    private static final String BOOK = "memory";
    private static final String OVERRIDES = "overrides";
    private static final String PIPELINE = "text@1.0.0";
    private static final long PATIENCE_MS = 1_000;

    private final String name;
    private final String person;
    private final Runelog log;
    private final Carriers carriers;
    private final ExecutorService work = Executors.newVirtualThreadPerTaskExecutor();
    private final SessionHost host;
    private final Answering answering = new Answering();
    private final OverrideBook overrides;
    private final ConfiguredTools shelf;
    private volatile @Nullable ProcessFilter filter;
    private @Nullable SessionHousehold house;
    private volatile @Nullable FrameDoor frames;

    /**
     * How the conversation is held: in words that are shown, or in sound.
     *
     * @param screen where remarks are shown, and words
     * @param paceMs how long a word takes; 0 for as fast as possible
     * @param sound where the sound comes from and goes to; null where words are shown
     */
    record Means(Screen screen, long paceMs, @Nullable AudioChannel sound, AudioSink kept) {
        static Means ofText(Screen screen, long paceMs) {
            return new Means(screen, paceMs, null, AudioSink.NONE);
        }
    }

    TalkConversation(
            String name,
            String person,
            Configuration configuration,
            ProfileStore profiles,
            Runelog log,
            TimeSource clock,
            Screen screen,
            long paceMs) {
        this(name, person, configuration, profiles, log, clock, Means.ofText(screen, paceMs));
    }

    /** @throws IllegalStateException where the host does not take the conversation in */
    TalkConversation(
            String name,
            String person,
            Configuration configuration,
            ProfileStore profiles,
            Runelog log,
            TimeSource clock,
            Means means) {
        this.name = name;
        this.person = person;
        this.log = log;
        this.overrides = OverrideBook.open(log, OVERRIDES, clock);
        this.shelf = ConfiguredTools.open(configuration.shelf());
        this.carriers = new Carriers(1, clock, (seat, fault) -> {});
        this.host = new SessionHost(
                "talk",
                new SessionHost.Parts(
                        InProcessAuthority.alone(PIPELINE),
                        new RunelogRecords(log, false),
                        carriers,
                        clock,
                        work,
                        listener(means.screen())));
        SessionHousehold.Books books = new SessionHousehold.Books(
                profiles,
                new Memories(MemoryBook.open(log, BOOK, clock), new MemoryExtraction(new SentenceExtractor())),
                new HouseWords(configuration.house().names()),
                ZoneId.systemDefault(),
                overrides);
        SessionHost.Wanted wanted = new SessionHost.Wanted(
                name,
                Json.Obj.EMPTY.with("name", name).with("speaker", person),
                configuration.settings(),
                configuration.pipeline(),
                place -> world(place, configuration, books, means));
        if (host.open(wanted).join() instanceof Opening.Refused(String rule, String reason)) {
            throw new IllegalStateException(rule + ": " + reason);
        }
    }

    private ConversationLoop.Ports world(
            SessionHost.Place place, Configuration configuration, SessionHousehold.Books books, Means means) {
        frames = place.frames();
        AudioChannel sound = means.sound();
        ScriptTime script =
                new ScriptTime(place.time(), place.timers(), place.time().monotonicNanos());
        if (configuration.agent() instanceof AgentSpec.Script(AgentScript agent)) {
            agent.steps()
                    .forEach(step -> script.atMs(
                            step.atMs(), step.rank(), () -> place.door().accept(step.event())));
        }
        overrides.watch(name, place.door());
        return new ConversationLoop.Ports(
                place.time(),
                place.timers(),
                new RemarkJournal(place.journal(), answering::taken, means.screen()::remark),
                filtered(
                        configuration,
                        place,
                        sound == null
                                ? new BuiltInProviders(model(configuration, script), place, means.paceMs())
                                : new BuiltInProviders(
                                        model(configuration, script),
                                        place,
                                        configuration.voice().providers())),
                shelf.beside(tools(configuration, script, place), place.door()),
                (recorder, clock) -> {
                    SessionHousehold opened = SessionHousehold.recorded(configuration.house(), recorder, clock, books);
                    house = opened;
                    return opened;
                },
                sound == null ? means.screen() : null,
                sound == null ? null : place.media(sound, means.kept()));
    }

    /** A pipeline may name a process between the model and the voice; it lives as long as the conversation. */
    private BuiltInProviders filtered(
            Configuration configuration, SessionHost.Place place, BuiltInProviders providers) {
        var node = configuration.pipeline().filter();
        ExternalSpec external = node.flatMap(each -> each.spec().external()).orElse(null);
        if (node.isEmpty() || external == null) {
            return providers;
        }
        ProcessFilter opened = new ProcessFilter(node.get().spec().id(), external, place.time());
        filter = opened;
        return providers.with(opened);
    }

    /** The door for the person's voice. */
    FrameDoor frames() {
        FrameDoor opened = frames;
        if (opened == null) {
            throw new IllegalStateException("the conversation has not begun");
        }
        return opened;
    }

    /** Whether nothing is going on: nobody speaks, nothing waits to be understood or answered. */
    boolean isQuiet() {
        try {
            return host.ask(name, ConversationLoop::isQuiet).get(PATIENCE_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (ExecutionException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private Provider model(Configuration configuration, ScriptTime script) {
        return switch (configuration.agent()) {
            case AgentSpec.Household() ->
                BuiltInProviders.atOnce(
                        new HouseModel(this::house, configuration.house().names()));
            case AgentSpec.Script(AgentScript agent) -> ScriptedModel.of(agent, configuration.latencies(), script);
        };
    }

    private static ToolShelf tools(Configuration configuration, ScriptTime script, SessionHost.Place place) {
        return switch (configuration.agent()) {
            case AgentSpec.Household() ->
                new ProcessTools(
                        new ToolCatalogue(new Devices().tools()), Devices.POLICY, CallSandbox.CLOSED, place.door());
            case AgentSpec.Script _ -> new ScriptedTools(configuration.tools(), script, place.door());
        };
    }

    private HostListener listener(Screen screen) {
        return new HostListener() {
            @Override
            public void waits(String session) {
                if (answering.waits()) {
                    screen.prompt();
                }
            }

            @Override
            public void over(String session, Ending ending) {
                answering.over(ending);
            }
        };
    }

    private SessionHousehold house() {
        SessionHousehold opened = house;
        if (opened == null) {
            throw new IllegalStateException("nobody has moved in");
        }
        return opened;
    }

    /** What the person typed, as soon as the answer before it is over. Returns when it is answered, or asks something. */
    void type(String text) {
        while (!tryType(text)) {
            awaitAnswer();
        }
        awaitAnswer();
    }

    /** What the person typed, if no answer is still being given. Does not wait. */
    boolean tryType(String text) {
        if (!answering.begin(false)) {
            return false;
        }
        say(text);
        return true;
    }

    private void say(String text) {
        if (!host.offer(name, new SessionEvent.TextTyped(text, person))) {
            answering.taken();
            answering.waits();
        }
    }

    /** What the person typed, whatever goes on. */
    void interrupt(String text) {
        answering.begin(true);
        say(text);
    }

    void stop() {
        host.offer(name, new SessionEvent.StopRequested(person));
    }

    /** Waits until the conversation waits for the person, or is over. */
    void awaitAnswer() {
        answering.await();
    }

    /** Runs this when the conversation is over. */
    void whenOver(Runnable action) {
        answering.whenOver(action);
    }

    /** How the conversation ended by itself, null while it goes on. */
    @Nullable
    Ending ending() {
        return answering.ending();
    }

    /** Whether nothing can be recorded any more, so that nothing more is said or done. */
    boolean isSilenced() {
        Ending ending = ending();
        return ending != null && ending.reason().equals(Floor.NO_EVIDENCE);
    }

    /** Who talks here. */
    String person() {
        return person;
    }

    RecordedConversation recorded() {
        log.commit();
        try (RuneReader reader = log.read(name, 0)) {
            List<Rune> runes = reader.toList();
            return new RecordedConversation(name, runes, null);
        }
    }

    @Override
    public void close() {
        overrides.leave(name);
        host.end(name, "disconnected").join();
        ProcessFilter outside = filter;
        if (outside != null) {
            outside.close();
        }
        carriers.close();
        work.shutdownNow();
        shelf.close();
    }
}
