package dev.parley.app.talk;

import dev.parley.agent.Agent;
import dev.parley.agent.AgentSettings;
import dev.parley.agent.record.RunelogRecorder;
import dev.parley.agent.tool.PendingApproval;
import dev.parley.agent.tool.ThreadTimers;
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
    private final BlockingQueue<SessionEvent> inbox = new LinkedBlockingQueue<>();
    private final BlockingQueue<Runnable> questions = new LinkedBlockingQueue<>();
    private final Agent agent;
    private final AgentVoice voice;
    private final SpokenText spoken;
    private final ConversationLoop loop;
    private @Nullable PendingApproval pending;

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
        HouseRecorder record = new HouseRecorder(name, log, time.virtual(), room.settings());
        this.house = new SessionHousehold(spec, room, record, record::now, profiles);
        this.agent = agent();
        this.voice = new AgentVoice(agent, person, inbox);
        this.spoken = new SpokenText(RunelogJournal.answering(log, inbox::add), says);
        this.loop = new ConversationLoop(
                name,
                Settings.DEFAULTS,
                Map.of(),
                new ConversationLoop.Ports(
                        time.virtual(), time.virtual(), spoken, voice, new NoTools(), (recorder, loopClock) -> house));
        loop.begin(Json.Obj.EMPTY.with("name", name).with("speaker", person));
    }

    private Agent agent() {
        List<Tool> tools = new Devices()
                .tools().stream()
                        .map(tool -> house.knows(tool.spec().name()) ? new GovernedTool(tool, house, person) : tool)
                        .toList();
        ToolPolicy policy = ToolPolicy.of(ToolMode.FULL_ACCESS).with("order", Ruling.ASK);
        ToolWiring wiring = ToolWiring.of(new ToolCatalogue(tools), policy, new RunelogRecorder(log), timers)
                .withGate(new HouseholdGate(house, person))
                .withDesk(new TalkDesk(question -> questions.add(() -> show(question))));
        return Agent.withinSession(AgentSettings.of(AGENT, name), new HouseModel(house, person), wiring);
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
            Runnable question = questions.poll();
            if (question != null) {
                question.run();
                return;
            }
            SessionEvent event = inbox.poll();
            if (event == null && voice.isThinking()) {
                if (pending != null) {
                    return;
                }
                event = awaited();
            }
            if (event == null && spoken.isAwaitingDisk()) {
                event = answerOfDisk();
            }
            if (event != null) {
                spoken.took(event);
                voice.answered(event);
                loop.offer(event);
            } else if (!voice.isThinking() && !time.step()) {
                return;
            }
        }
    }

    /** What comes while the disk owes an answer; where nothing comes in time, time goes on without it (ruling D3). */
    private @Nullable SessionEvent answerOfDisk() {
        try {
            SessionEvent event = inbox.poll(EffectGate.ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS);
            if (event == null) {
                spoken.stopAwaitingDisk();
            }
            return event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** The agent's answer, or null where it asks a question first. */
    private @Nullable SessionEvent awaited() {
        try {
            while (voice.isThinking() && questions.isEmpty()) {
                SessionEvent event = inbox.poll(20, TimeUnit.MILLISECONDS);
                if (event != null) {
                    return event;
                }
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
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
