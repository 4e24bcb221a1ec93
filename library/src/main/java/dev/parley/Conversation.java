package dev.parley;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.session.SessionHost.Ending;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.Frame;
import dev.parley.session.media.FrameDoor;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.people.Understanding;
import dev.parley.session.port.TextChannel;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** One conversation under way. Any thread may speak, stop and answer; nothing here waits but {@link #close()}. */
public final class Conversation implements AutoCloseable {
    /** So many characters a message has at most: everything that is done with its words is done on the loop. */
    public static final int MESSAGE_CHARS_MAX = 65_536;

    private final Parley parley;
    private final String id;
    private final String person;
    private final @Nullable FarEnd far;
    private final Screen screen;
    private final Answers answers = new Answers();
    private final Doorstep doorstep;
    private final Map<String, Question> calls = new HashMap<>();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final Set<String> heard = ConcurrentHashMap.newKeySet();
    private final Map<String, String> answeredBy = new ConcurrentHashMap<>();
    private final Map<Long, String> questions = new HashMap<>();
    private volatile @Nullable SessionHousehold household;
    private volatile boolean halted;
    private volatile long turn;
    private String asker = "";
    private String thrown = "";
    private volatile @Nullable FrameDoor frames;
    private long heardFrames;

    Conversation(Parley parley, String id, String person, @Nullable FarEnd far, Screen screen) {
        this.parley = parley;
        this.id = id;
        this.person = person;
        this.far = far;
        this.screen = screen;
        this.doorstep = new Doorstep(event -> parley.offer(id, event), parley.work());
    }

    public String id() {
        return id;
    }

    /**
     * Says something as the person of this conversation. The future has what was said in answer, as far as it was shown,
     * once the conversation waits for a person again: it has answered, or asks something. Words while an answer is being
     * given interrupt it. It fails for more than {@link #MESSAGE_CHARS_MAX} characters.
     */
    public CompletableFuture<String> say(String text) {
        return say(person, text);
    }

    /** Says something as this person. */
    public CompletableFuture<String> say(String by, String text) {
        return offered(by, text).answer();
    }

    /** Says something as this person, without waiting for an answer: completes when the words are on disk. */
    public CompletableFuture<Void> post(String by, String text) {
        return offered(by, text).taken().thenCompose(_ -> parley.record().durable(id));
    }

    private Answers.Fate offered(String by, String text) {
        Answers.Fate fate = answers.expected();
        if (text.length() > MESSAGE_CHARS_MAX) {
            answers.lost(fate, "a message has at most " + MESSAGE_CHARS_MAX + " characters");
            return fate;
        }
        Runnable refused = () -> answers.lost(fate, "the conversation takes nothing in at the moment");
        if (!fate.taken().isDone() && !doorstep.bring(new SessionEvent.TextTyped(text, by), refused)) {
            refused.run();
        }
        return fate;
    }

    /**
     * Hears the next 20 ms of somebody's voice: 16-bit mono samples at 16 kHz, least significant byte first. From one thread
     * at a time. False when there is no room for it at the moment; then the same frame is offered again, or lost.
     */
    public boolean hear(byte[] pcm, int offset) {
        return hear(pcm, offset, Frame.Voiced.DETECTED);
    }

    /** The same with sound of which the far end may know that it is a voice. */
    public boolean hear(byte[] pcm, int offset, Frame.Voiced voiced) {
        FrameDoor door = frames;
        boolean taken = door != null
                && door.offer(heardFrames, pcm, offset, voiced, parley.clock().monotonicNanos());
        heardFrames += taken ? 1 : 0;
        return taken;
    }

    /** Stops the agent at once, in the middle of a word. */
    public void stop() {
        stop(person);
    }

    /** The same in the name of somebody else. */
    public void stop(String by) {
        tell(new SessionEvent.StopRequested(by));
    }

    /** Answers for a person the question about this call. An answer that does not count is recorded and changes nothing. */
    public void answer(String call, boolean yes, String by) {
        tell(new SessionEvent.ApprovalAnswered(call, yes, by));
    }

    /** Tells the conversation a fact: somebody arrived, a line was lost. False where it is over or its door is full. */
    public boolean tell(SessionEvent event) {
        return doorstep.bring(event, () -> {});
    }

    /** Everything that is recorded of this conversation, from its first event on, as it becomes durable. */
    public Flow.Publisher<Rune> events() {
        return events(0);
    }

    /** The same after this event, for somebody who has seen the others. */
    public Flow.Publisher<Rune> events(long after) {
        return new RunePublisher(parley.record(), id, after);
    }

    /** Everything that was recorded so far. */
    public List<Rune> record() {
        parley.record().commit();
        try (RuneReader reader = parley.record().read(id, 0)) {
            return reader.toList();
        }
    }

    /** The people of this conversation, as the house knows them. */
    public SessionHousehold household() {
        SessionHousehold opened = household;
        if (opened == null) {
            throw new IllegalStateException(id + " has not begun yet");
        }
        return opened;
    }

    /** Whether somebody is asked about this call and has not answered. */
    public boolean isAsked(String call) {
        return asked.contains(call);
    }

    /** Whether an answer to the question about this call would count by now: it was heard, if it is said at all. */
    public boolean isHeard(String call) {
        return !parley.asksAloud() || heard.contains(call);
    }

    /** Who has answered the question about this call; empty while nobody has. */
    public String answeredBy(String call) {
        return answeredBy.getOrDefault(call, "");
    }

    /** Whether the conversation is halted until an operator lets it go on. */
    public boolean isHalted() {
        return halted;
    }

    /** The turn that is open, 0 for none. */
    public long turn() {
        return turn;
    }

    /** Completes with whether nothing is going on: nobody speaks, nothing waits to be understood or answered. */
    public CompletableFuture<Boolean> isQuiet() {
        return parley.isQuiet(id);
    }

    /** Completes when the conversation is over, with the reason. */
    public CompletableFuture<Ending> over() {
        return answers.over();
    }

    /** Lets the answer under way come to its end, then ends the conversation and returns when that is recorded. */
    @Override
    public void close() {
        var _ = answers.present().handle((_, _) -> "").join();
        parley.end(id, "disconnected").join();
    }

    /** Ends the conversation now; a turn under way ends with this reason. Completes when that is recorded. */
    public CompletableFuture<Ending> hangUp(String reason) {
        return parley.end(id, reason);
    }

    @Nullable
    FarEnd farEnd() {
        return far;
    }

    void seated(FrameDoor door, Understanding understanding) {
        frames = door;
        doorstep.understandBy(understanding);
    }

    void movedIn(SessionHousehold opened) {
        household = opened;
    }

    /** Sees every rune as it is written, on the conversation's own thread. */
    void recorded(Rune rune) {
        if (far != null) {
            far.recorded(rune);
        }
        screen.recorded(rune);
        switch (rune.kind()) {
            case "user.words" -> heard(rune);
            case "text.lost" -> answers.taken();
            case "turn.started" -> {
                turn = rune.turn();
                asker = "";
            }
            case "provider.outcome" -> ended(rune.payload());
            case "turn.error" -> failed(rune);
            case "turn.closed" -> {
                turn = 0;
                questions.clear();
            }
            case "agent.reply" -> {
                String about = rune.payload().text("about");
                if (about != null) {
                    questions.put(number(rune, "reply"), about);
                }
            }
            case "playback.ended" -> {
                String about = questions.get(number(rune, "reply"));
                if (about != null && !Boolean.TRUE.equals(rune.payload().flag("interrupted"))) {
                    heard.add(about);
                }
            }
            case "session.state" -> {
                if ("halted".equals(rune.payload().text("key"))) {
                    halted = Boolean.TRUE.equals(rune.payload().flag("value"));
                }
            }
            case "tool.result" -> {
                String call = String.valueOf(rune.payload().text("call_id"));
                calls.remove(call);
                asked.remove(call);
            }
            default -> {
                if ("tool".equals(VerdictRune.room(rune))
                        && "allowed".equals(rune.payload().text("decision"))) {
                    stepped(rune.payload());
                }
            }
        }
    }

    /** Keeps why a call of the model came to nothing. */
    private void ended(Json.Obj call) {
        String outcome = String.valueOf(call.text("outcome"));
        if (outcome.equals("fault")) {
            String message = call.text("pii_message");
            thrown = "the model " + call.text("reason") + (message == null ? "" : ": " + message);
        } else if ("llm".equals(call.text("provider")) && !outcome.equals("success")) {
            thrown = outcome + " of the model: " + call.text("reason");
        }
    }

    private void failed(Rune rune) {
        String reason = String.valueOf(rune.payload().text("reason"));
        if (reason.equals("fault") && parley.hasOneAgent()) {
            answers.failed(new TurnFault(rune.turn(), thrown));
        } else if (reason.startsWith("provider_")) {
            answers.brokeOff(new TurnFault(rune.turn(), thrown));
        }
    }

    /** Lines that were typed while a turn was open are answered together, in one turn, for who spoke first. */
    private void heard(Rune words) {
        String by = words.payload().text("by");
        asker = asker.isEmpty() && by != null ? by : asker;
        for (long line = 0; line < Math.max(1, number(words, "lines")); line++) {
            answers.taken();
        }
    }

    private void stepped(Json.Obj verdict) {
        String call = String.valueOf(verdict.text("target"));
        String action = String.valueOf(verdict.text("action"));
        if (action.equals("call") && verdict.get("parameters") instanceof Json.Obj wish) {
            Json.Obj arguments = wish.get("arguments") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
            calls.put(
                    call,
                    new Question(
                            id, call, String.valueOf(wish.text("tool")), arguments, asker.isEmpty() ? person : asker));
        }
        Question question = calls.get(call);
        if (action.equals("ask") && question != null) {
            asked.add(call);
            parley.asked(this, question);
        } else {
            if (action.equals("approve") || action.equals("reject")) {
                answeredBy.put(call, String.valueOf(verdict.text("actor")));
            }
            asked.remove(call);
        }
    }

    private static long number(Rune rune, String key) {
        BigDecimal found = rune.payload().number(key);
        return found == null ? 0 : found.longValue();
    }

    void waits() {
        if (answers.waits()) {
            screen.waits();
        }
    }

    /** How long a word is shown. */
    long wordMs() {
        return screen.wordMs();
    }

    void over(Ending ending) {
        answers.over(ending);
    }

    TextChannel channel() {
        return new TextChannel() {
            @Override
            public void show(String piece) {
                answers.shown(piece);
                screen.show(piece);
            }

            @Override
            public void end(boolean whole) {
                answers.ended();
                screen.end(whole);
            }
        };
    }
}
