package held.newcomer;

import dev.parley.agent.Agent;
import dev.parley.agent.AgentSettings;
import dev.parley.agent.Answer;
import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.Approver;
import dev.parley.session.ConversationLoop;
import dev.parley.session.settings.Settings;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers;
import dev.parley.session.event.Reply;
import dev.parley.session.port.Tools;
import dev.parley.session.time.Rank;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.VirtualTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A session with an agent of one's own, as one has to put it together from what is public: recogniser, model and voice in one class. */
final class OwnSession implements Providers, AutoCloseable {
    static final long MS_PER_WORD = 1_000;

    final VirtualTime time = new VirtualTime(0);
    final List<Ask> asked = new ArrayList<>();
    final List<List<Model.Message>> prompts = new ArrayList<>();

    private final MemoryJournal journal = new MemoryJournal();
    private final Map<String, String> words = new HashMap<>();
    private final ThreadTimers timers = new ThreadTimers();
    private final Agent agent;
    private final ConversationLoop loop;
    private long turns;
    private long lastThought;

    OwnSession(String answer) {
        ToolWiring wiring =
                ToolWiring.of(ToolCatalogue.of(), ToolPolicy.of(ToolMode.AUTO), new MemoryRecorder(), timers);
        this.agent = Agent.withinSession(
                AgentSettings.of("own", "talk"),
                (prompt, cancel) -> {
                    prompts.add(prompt.messages());
                    return Model.Reply.says(answer);
                },
                wiring);
        this.loop = new ConversationLoop(
                "talk",
                Settings.DEFAULTS,
                Map.of(),
                new ConversationLoop.Ports(
                        time, time, journal, this, new NoTools(), (recorder, clock) -> Approver::adult));
        loop.begin(Json.Obj.EMPTY);
    }

    /** Tools are the agent's here. */
    static final class NoTools implements Tools {
        @Override
        public Listing listing(String tool) {
            return null;
        }

        @Override
        public void start(String callId, String tool, Json.Obj args) {}

        @Override
        public void cancel(String callId) {}
    }

    OwnSession speaks(long fromMs, long toMs, String says) {
        String segment = "voice-" + fromMs;
        words.put(segment, says);
        at(fromMs, new SessionEvent.VoiceBegan(segment, SessionEvent.VoiceKind.SPEECH, "ana"));
        at(toMs, new SessionEvent.VoiceEnded(segment));
        return this;
    }

    OwnSession types(long atMs, String text) {
        return at(atMs, new SessionEvent.TextTyped(text, "ana"));
    }

    OwnSession stops(long atMs) {
        return at(atMs, new SessionEvent.StopRequested("ana"));
    }

    OwnSession at(long atMs, SessionEvent event) {
        time.atMs(atMs, Rank.USER, () -> loop.offer(event));
        return this;
    }

    /** A further piece of the answer on which the model is. */
    OwnSession adds(long atMs, String says) {
        Reply piece = new Reply(says, says.split(" ").length * MS_PER_WORD, true, List.of(), 0);
        time.atMs(atMs, Rank.PROVIDER, () -> loop.offer(new SessionEvent.Replied(lastThought, piece)));
        return this;
    }

    OwnSession run() {
        time.run();
        loop.end();
        return this;
    }

    List<Rune> runes(String kind) {
        return journal.runes().stream().filter(rune -> rune.kind().equals(kind)).toList();
    }

    @Override
    public List<String> names(ProviderKind kind) {
        return List.of("own");
    }

    @Override
    public void start(Call call) {
        asked.add(call.ask());
        switch (call.ask()) {
            case Ask.Transcribe(String segment) ->
                after(1_200, new SessionEvent.Transcribed(call.id(), words.get(segment)));
            case Ask.Think think -> {
                lastThought = call.id();
                after(300, new SessionEvent.Replied(call.id(), reply(think.text())));
            }
            case Ask.Synthesize synthesize -> after(200, new SessionEvent.AudioReady(call.id(), synthesize.audioMs()));
        }
    }

    private Reply reply(String text) {
        String says = agent.turn(++turns, "ana", text, "") instanceof Answer.Said said ? said.text() : "";
        return new Reply(says, says.split(" ").length * MS_PER_WORD, true, List.of(), 0);
    }

    private void after(long ms, SessionEvent event) {
        time.afterMs(ms, Rank.PROVIDER, () -> loop.offer(event));
    }

    @Override
    public void cancel(long callId) {}

    @Override
    public void release(long callId) {}

    @Override
    public void close() {
        agent.close();
        timers.close();
    }
}
