package dev.parley.app.talk;

import dev.parley.agent.Agent;
import dev.parley.agent.AgentSettings;
import dev.parley.agent.record.RunelogRecorder;
import dev.parley.agent.tool.PendingApproval;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.agent.tool.Timeline;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.Step;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.session.ConversationLoop;
import dev.parley.session.Settings;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.ProfileStore;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.record.EffectGate;
import dev.parley.session.record.RunelogJournal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One typed conversation: session, turn, episode, command machine, permit, tool, stream and log, wired together. All of it
 * but the agent's thinking runs on the caller's thread.
 */
final class TalkConversation implements AutoCloseable {
    /** The name of the built-in agent in the record. */
    static final String AGENT = "house";

    private final String name;
    private final String person;
    private final Runelog log;
    private final TalkTime time;
    private final SessionHousehold house;
    private final Consumer<String> says;
    private final ThreadTimers timers = new ThreadTimers();
    private final BlockingQueue<Arrival> inbox = new LinkedBlockingQueue<>();
    private final Agent agent;
    private final AgentVoice voice;
    private final SpokenText spoken;
    private final ConversationLoop loop;
    private final TalkMemory memory;
    private @Nullable PendingApproval pending;

    /** What comes back from other threads. */
    private sealed interface Arrival {
        record Event(SessionEvent event) implements Arrival {}

        record Question(PendingApproval approval) implements Arrival {}
    }

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
        this.says = says;
        this.time = new TalkTime(clock);
        Household room = SessionHousehold.room(spec);
        HouseRecorder record = new HouseRecorder(name, log, time, room.settings());
        this.house = new SessionHousehold(
                spec, room, record, record::learned, new TalkHouseTime(record, time, timers), profiles);
        this.agent = agent();
        this.voice = new AgentVoice(agent, person, this::arrived);
        this.spoken = new SpokenText(RunelogJournal.answering(log, this::arrived), says);
        this.loop = new ConversationLoop(
                name,
                Settings.DEFAULTS,
                Map.of(),
                new ConversationLoop.Ports(
                        time, time.virtual(), spoken, voice, new NoTools(), (recorder, loopClock) -> house));
        loop.begin(Json.Obj.EMPTY.with("name", name).with("speaker", person));
        this.memory = new TalkMemory(log, name, person, house, time);
        memory.recall();
    }

    private Agent agent() {
        List<Tool> tools = new Devices()
                .tools().stream()
                        .<Tool>map(tool -> new GovernedTool(tool, house, person))
                        .toList();
        ToolPolicy policy = ToolPolicy.of(ToolMode.FULL_ACCESS).with("order", Ruling.ASK);
        ToolWiring wiring = ToolWiring.of(
                        new ToolCatalogue(tools),
                        policy,
                        new ConfidingRecorder(new RunelogRecorder(log), house, time),
                        timers)
                .withGate(new HouseholdGate(house, person, policy))
                .withTime(new Timeline(time), time.over(timers))
                .withDesk(new TalkDesk(question -> inbox.add(new Arrival.Question(question))));
        return Agent.withinSession(AgentSettings.of(AGENT, name), new HouseModel(house, person), wiring);
    }

    private void arrived(SessionEvent event) {
        inbox.add(new Arrival.Event(event));
    }

    private void show(PendingApproval question) {
        pending = question;
        says.accept("May I " + question.call().tool() + " "
                + question.call().arguments().canonical() + "? Please say yes or no.");
    }

    /** What the person typed. Returns when the agent has answered or asks something. */
    void type(String text) {
        time.catchUp();
        Boolean yes = Intents.yesOrNo(text);
        PendingApproval question = pending;
        if (question != null && yes != null) {
            if (!answer(question, yes)) {
                return;
            }
        } else {
            confirm(yes);
            hear(text);
            loop.offer(new SessionEvent.TextTyped(text, person));
        }
        settle();
        if (!loop.isSilenced()) {
            memory.remember();
        }
    }

    /** Takes the person's answer to a request for approval; false where their answer does not count. */
    private boolean answer(PendingApproval question, boolean yes) {
        var taken = agent.tools()
                .answer(
                        question.call().callId(),
                        yes,
                        house.approver(person),
                        question.call().argumentsSha256());
        if (taken instanceof Step.Refused<?> refused) {
            says.accept("That does not count: " + refused.reason() + ".");
            return false;
        }
        pending = null;
        return true;
    }

    /**
     * A plain yes or no answers the command that waits for it, and anything else drops it. It is the person's word, so no
     * model is asked.
     */
    private void confirm(@Nullable Boolean yes) {
        String late = house.expired(person);
        if (late != null) {
            missed(late, Boolean.TRUE.equals(yes));
        }
        String command = house.awaitingYes(person);
        if (command == null) {
            return;
        }
        if (yes != null) {
            house.answered(person, command, yes);
        }
        if (!Boolean.TRUE.equals(yes)) {
            house.dropped(person, command, false);
        }
    }

    /** The next thing that the person says after a command has run out is the last that is about it. */
    private void missed(String command, boolean yes) {
        if (yes) {
            house.answered(person, command, true);
            says.accept("That came too late.");
        }
        house.dropped(person, command, true);
    }

    /** What the person says about who is here, or about themself, counts before the model is asked. */
    private void hear(String text) {
        String statement = Intents.statement(text);
        if (statement != null) {
            Json.Obj said = Json.Obj.EMPTY.with("statement", statement);
            loop.offer(new SessionEvent.PeopleChanged("mode", "explicit_statement", person, said, person));
        }
        Intents.Note note = Intents.note(text);
        if (note != null && note.value() != null) {
            house.remember(person, note.field(), note.value());
        }
    }

    void stop() {
        time.catchUp();
        loop.offer(new SessionEvent.StopRequested(person));
        settle();
    }

    /** Lets everything happen until the conversation waits for a person again. */
    private void settle() {
        while (true) {
            switch (next()) {
                case Arrival.Question(PendingApproval approval) -> {
                    show(approval);
                    return;
                }
                case Arrival.Event(SessionEvent event) -> {
                    time.catchUp();
                    spoken.took(event);
                    voice.answered(event);
                    loop.offer(event);
                }
                case null -> {
                    if (voice.isThinking() || !time.step()) {
                        return;
                    }
                }
            }
        }
    }

    /** What has come, or what comes while somebody owes an answer; null where only time can bring anything. */
    private @Nullable Arrival next() {
        Arrival arrival = inbox.poll();
        try {
            if (arrival == null && voice.isThinking() && pending == null) {
                return inbox.take();
            }
            return arrival == null && spoken.isAwaitingDisk() ? answerOfDisk() : arrival;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** What comes while the disk owes an answer; where nothing comes in time, time goes on without it (ruling D3). */
    private @Nullable Arrival answerOfDisk() throws InterruptedException {
        Arrival arrival = inbox.poll(EffectGate.ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS);
        if (arrival == null) {
            spoken.stopAwaitingDisk();
        }
        return arrival;
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
        agent.close();
        timers.close();
    }
}
