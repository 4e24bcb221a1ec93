package dev.parley.app.talk;

import dev.parley.agent.memory.MemoryExtraction;
import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.session.ConversationLoop;
import dev.parley.session.Settings;
import dev.parley.session.Settings.Agency;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.Memories;
import dev.parley.session.people.MemoryBook;
import dev.parley.session.people.ProfileStore;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.port.People;
import dev.parley.session.port.Tools;
import dev.parley.session.record.EffectGate;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.RunelogJournal;
import dev.parley.session.time.LoopClock;
import dev.parley.session.tool.ProcessTools;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One typed conversation: the same loop that runs a scenario, with tools that really run, a house that remembers, and
 * words that are shown. Everything but the tools' work runs on the caller's thread.
 */
final class TalkConversation implements AutoCloseable {
    private static final String BOOK = "memory";

    private final String name;
    private final String person;
    private final Runelog log;
    private final TalkTime time;
    private final BlockingQueue<SessionEvent> inbox = new LinkedBlockingQueue<>();
    private final AwaitedTools tools;
    private final SpokenText spoken;
    private final ConversationLoop loop;
    private @Nullable SessionHousehold house;

    TalkConversation(
            String name,
            String person,
            HouseSpec spec,
            ProfileStore profiles,
            Runelog log,
            TimeSource clock,
            Consumer<String> says) {
        this.name = name;
        this.person = person;
        this.log = log;
        this.time = new TalkTime(clock);
        this.tools = new AwaitedTools(new ProcessTools(
                new ToolCatalogue(new Devices().tools()), Devices.POLICY, CallSandbox.CLOSED, inbox::add));
        this.spoken = new SpokenText(RunelogJournal.answering(log, inbox::add), says);
        SessionHousehold.Books books = new SessionHousehold.Books(
                profiles,
                new Memories(MemoryBook.open(log, BOOK, clock), new MemoryExtraction(new SentenceExtractor())),
                Intents.UNDERSTANDING,
                ZoneId.systemDefault());
        this.loop = new ConversationLoop(
                name,
                Settings.DEFAULTS.with(Agency.LIVE),
                Map.of(),
                new ConversationLoop.Ports(
                        time,
                        time.virtual(),
                        spoken,
                        new BuiltInProviders(new HouseModel(this::house), inbox::add),
                        tools,
                        (recorder, loopClock) -> moveIn(spec, recorder, loopClock, books)));
        loop.begin(Json.Obj.EMPTY.with("name", name).with("speaker", person));
    }

    private People moveIn(HouseSpec spec, Recorder recorder, LoopClock clock, SessionHousehold.Books books) {
        SessionHousehold opened = SessionHousehold.recorded(spec, recorder, clock, books);
        house = opened;
        return opened;
    }

    private SessionHousehold house() {
        SessionHousehold opened = house;
        if (opened == null) {
            throw new IllegalStateException("nobody has moved in");
        }
        return opened;
    }

    /** What the person typed. Returns when the agent has answered or asks something. */
    void type(String text) {
        time.catchUp();
        settle();
        loop.offer(new SessionEvent.TextTyped(text, person));
        settle();
    }

    void stop() {
        time.catchUp();
        loop.offer(new SessionEvent.StopRequested(person));
        settle();
    }

    /** Lets everything happen until the conversation waits for a person again. */
    private void settle() {
        while (true) {
            SessionEvent event = next();
            if (event != null) {
                time.catchUp();
                spoken.took(event);
                tools.took(event);
                loop.offer(event);
            } else if (loop.isWaitingForPerson() || !time.step()) {
                return;
            }
        }
    }

    /** What has come, or what comes while somebody owes an answer; null where only time can bring anything. */
    private @Nullable SessionEvent next() {
        SessionEvent event = inbox.poll();
        try {
            if (event == null && tools.areAwaited() && !loop.isWaitingForPerson()) {
                return inbox.take();
            }
            return event == null && spoken.isAwaitingDisk() ? answerOfDisk() : event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** What comes while the disk owes an answer; where nothing comes in time, time goes on without it (ruling D3). */
    private @Nullable SessionEvent answerOfDisk() throws InterruptedException {
        SessionEvent event = inbox.poll(EffectGate.ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS);
        if (event == null) {
            spoken.stopAwaitingDisk();
        }
        return event;
    }

    /** Whether nothing can be recorded any more, so that nothing more is said or done. */
    boolean isSilenced() {
        return loop.isSilenced();
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
        loop.end();
    }

    /** Tools that run by the clock: time does not run ahead of a call that has not come back. */
    private static final class AwaitedTools implements Tools {
        private final ProcessTools tools;
        private final Set<String> awaited = new HashSet<>();

        AwaitedTools(ProcessTools tools) {
            this.tools = tools;
        }

        boolean areAwaited() {
            return !awaited.isEmpty();
        }

        void took(SessionEvent event) {
            if (event instanceof SessionEvent.ToolFinished finished) {
                awaited.remove(finished.call());
            }
        }

        @Override
        public @Nullable Listing listing(String tool) {
            return tools.listing(tool);
        }

        @Override
        public List<Model.ToolOffer> offers() {
            return tools.offers();
        }

        @Override
        public @Nullable String mismatch(String tool, Json.Obj args) {
            return tools.mismatch(tool, args);
        }

        @Override
        public @Nullable String violation(String tool, Json.Obj args) {
            return tools.violation(tool, args);
        }

        @Override
        public void start(ToolCall call, long deadlineMs) {
            awaited.add(call.callId());
            tools.start(call, deadlineMs);
        }

        @Override
        public void cancel(String callId) {
            awaited.remove(callId);
            tools.cancel(callId);
        }
    }
}
