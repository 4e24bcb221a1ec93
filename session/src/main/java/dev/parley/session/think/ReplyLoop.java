package dev.parley.session.think;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.TonePolicy.Tone;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.Settings.Budget;
import dev.parley.session.episode.Episode;
import dev.parley.session.episode.Episodes;
import dev.parley.session.listen.Words;
import dev.parley.session.port.Manner;
import dev.parley.session.port.Reply;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.Phrasing;
import dev.parley.session.speak.Speech;
import dev.parley.session.speak.Voice;
import dev.parley.session.tool.ToolDesk;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of one turn: the model is asked, what it says is spoken, what it calls is run, and when all calls of a
 * reply have settled it is asked again. The loop ends with a reply that calls nothing.
 */
public final class ReplyLoop implements Thought.Listener {
    /** A model that calls tools for ever ends here. */
    private static final int ROUNDS_MAX = 64;

    /** How long the runtime's own words take to speak, where no voice knows it better. */
    private static final long MS_PER_WORD = 350;

    private final long turn;
    private final String text;
    private final String by;
    private final Parts parts;
    private final Speech speech;
    private final Outcome outcome;
    private final Episode episode;
    private final Set<String> unsettled = new LinkedHashSet<>();
    private final List<String> round = new ArrayList<>();
    private @Nullable Thought thought;
    private @Nullable Voice prepared;
    private @Nullable Runnable held;
    private boolean frozen;
    private boolean finished;
    private boolean spoke;
    private int rounds;
    private long tokens;

    /** What every loop of a conversation shares. */
    public record Parts(
            ProviderDesk desk,
            Recorder recorder,
            ToolDesk tools,
            Budget budget,
            LongSupplier replyNumbers,
            Supplier<Manner> manner,
            Phrasing phrasing,
            Prompts prompts,
            Episodes episodes,
            BooleanSupplier hasSpeaker) {}

    /** How the loop comes out. */
    public interface Outcome {
        void finished();

        void failed(String reason);
    }

    public ReplyLoop(long turn, String text, String by, Parts parts, Speech speech, Outcome outcome) {
        this.turn = turn;
        this.text = text;
        this.by = by;
        this.parts = parts;
        this.speech = speech;
        this.outcome = outcome;
        this.episode = parts.episodes().open(turn, by, text);
    }

    /** Goes on from a thought that has begun, or begins one. */
    public void begin(@Nullable Thought begun, @Nullable Voice voice) {
        prepared = voice;
        episode.observe(text);
        if (parts.hasSpeaker.getAsBoolean()) {
            ask(begun == null ? think(List.of()) : begun);
        } else {
            ask(Thought.known(Reply.EMPTY));
        }
    }

    private Thought think(List<String> settled) {
        Tone tone = parts.phrasing.tone(turn, by);
        ProviderRequest.Generate question =
                new ProviderRequest.Generate(parts.prompts.now(by, tone), text, settled, parts.desk.seed());
        return Thought.asked(parts.desk, question, turn);
    }

    /** Answers with words of the runtime's own; no model is asked. */
    public void tellOnly(String words) {
        episode.observe(text);
        ask(Thought.known(own(words)));
    }

    private static Reply own(String words) {
        return new Reply(words, Words.count(words) * MS_PER_WORD, true, List.of(), 0);
    }

    /** Says something of the runtime's own about a call, and returns the number of the reply that it is. */
    public long tell(String callId, String words) {
        long number = parts.replyNumbers.getAsLong();
        Reply own = own(words);
        parts.recorder.data("agent.reply", turn, described(number, own).with("about", callId));
        spoke = true;
        speak(number, own);
        return number;
    }

    /** Says a word while the answer takes its time. It is no answer, so the turn is not completed by it. */
    public void fill(String words) {
        long number = parts.replyNumbers.getAsLong();
        Reply own = own(words);
        parts.recorder.data("agent.reply", turn, described(number, own).with("about", "dead_air"));
        speak(number, own);
    }

    private void ask(Thought next) {
        thought = next;
        next.answerTo(turn, this);
    }

    /** What the model answers after the person has taken the floor waits: it counts only if it was nobody after all. */
    @Override
    public void replied(Reply reply) {
        thought = null;
        if (frozen) {
            held = () -> replied(reply);
            return;
        }
        rounds++;
        tokens += reply.tokens();
        episode.spent(reply.tokens());
        long number = parts.replyNumbers.getAsLong();
        parts.recorder.data("agent.reply", turn, described(number, reply));
        if (isOverBudget()) {
            episode.exhausted("the budget of tokens and rounds");
            outcome.failed("budget");
            return;
        }
        if (reply.calls().isEmpty()) {
            episode.answered();
        }
        if (reply.speaks()) {
            spoke = true;
            speak(number, reply);
        }
        dispatch(reply);
    }

    private void speak(long number, Reply reply) {
        Voice voice = prepared;
        prepared = null;
        if (!speech.isDelicate(reply)) {
            Reply phrased = parts.phrasing.phrased(turn, number, reply, by);
            boolean isReady = voice != null && voice.says(phrased.says());
            if (voice != null && !isReady) {
                voice.cancel();
            }
            speech.say(number, phrased, voice != null && isReady ? voice : voice(phrased));
            return;
        }
        if (voice != null) {
            voice.cancel();
        }
        speech.recite(number, reply, this::voice);
    }

    private Voice voice(Reply reply) {
        return new Voice(parts.desk, reply, parts.manner.get()).begin(turn);
    }

    private boolean isOverBudget() {
        return rounds > ROUNDS_MAX || (parts.budget.tokens() != Budget.NONE && tokens > parts.budget.tokens());
    }

    private void dispatch(Reply reply) {
        if (reply.calls().isEmpty()) {
            finished = true;
            outcome.finished();
            return;
        }
        round.clear();
        for (Reply.ToolRequest call : reply.calls()) {
            String id = parts.tools.admit(turn, by, call, episode);
            round.add(id);
            unsettled.add(id);
        }
        for (String id : List.copyOf(round)) {
            parts.tools.dispatch(id, this::settled);
        }
    }

    private void settled(String id) {
        unsettled.remove(id);
        askAgain();
    }

    private void askAgain() {
        if (unsettled.isEmpty() && !round.isEmpty() && !frozen && thought == null && held == null && !finished) {
            List<String> settled = List.copyOf(round);
            round.clear();
            Episode.Escalated escalated = episode.roundOver();
            if (escalated != null && parts.episodes.settings().agency().asksAloud()) {
                tellOnly(choice(escalated));
            } else {
                ask(think(settled));
            }
        }
    }

    private static String choice(Episode.Escalated escalated) {
        List<String> options = escalated.options();
        return "I am stuck: " + escalated.gap() + ". Shall I "
                + String.join(", ", options.subList(0, options.size() - 1)) + " or " + options.getLast() + "?";
    }

    /** The turn has ended before its answer did. */
    public void ended(String reason) {
        if (reason.equals("budget")) {
            episode.exhausted("the budget of time");
        }
        episode.ended(reason);
    }

    @Override
    public void thoughtFailed(String reason) {
        thought = null;
        if (frozen) {
            held = () -> outcome.failed(reason);
        } else {
            outcome.failed(reason);
        }
    }

    /** The person has taken the floor: results are recorded but the model is not asked about them. */
    public void freeze() {
        frozen = true;
    }

    /** It was nobody after all. */
    public void thaw() {
        frozen = false;
        Runnable answer = held;
        held = null;
        if (answer != null) {
            answer.run();
        }
        askAgain();
    }

    public void cancel() {
        frozen = true;
        if (thought != null) {
            thought.cancel();
        }
        if (prepared != null) {
            prepared.cancel();
        }
    }

    public boolean isFinished() {
        return finished;
    }

    /** Whether any reply of this turn had something to say. */
    public boolean hasSpoken() {
        return spoke;
    }

    private static Json.Obj described(long number, Reply reply) {
        List<Json> calls = new ArrayList<>();
        for (Reply.ToolRequest call : reply.calls()) {
            calls.add(Json.Obj.EMPTY.with("id", call.id()).with("tool", call.tool()));
        }
        return Json.Obj.EMPTY
                .with("reply", number)
                .with("pii_text", reply.says())
                .with("interruptible", reply.interruptible())
                .with("calls", Json.of(calls));
    }
}
