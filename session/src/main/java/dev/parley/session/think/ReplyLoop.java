package dev.parley.session.think;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentToolRequested;
import dev.parley.kernel.event.AgentEvents.HouseholdQuestion;
import dev.parley.kernel.people.privacy.TonePolicy.Tone;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.episode.Episode;
import dev.parley.session.episode.Episodes;
import dev.parley.session.event.Reply;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.Phrasing;
import dev.parley.session.speak.Sentence;
import dev.parley.session.speak.Speech;
import dev.parley.session.speak.Voice;
import dev.parley.session.supervise.Supervisor;
import dev.parley.session.time.BudgetWatch;
import dev.parley.session.tool.Questions;
import dev.parley.session.tool.ToolDriver;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of one turn: the model is asked, what it says is spoken, what it calls is run, and when all calls of a
 * reply have settled it is asked again. The loop ends with a reply that calls nothing.
 */
public final class ReplyLoop implements Thought.Listener {
    /** What the runtime says when no agent is left to answer. */
    private static final String NOBODY_LEFT = "I am sorry, nobody is here who can answer you now.";

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
    private final List<Runnable> afterStream = new ArrayList<>();
    /** The number of the reply that is spoken while the model still writes it, 0 for none. */
    private long streaming;
    /** The rune with which that reply began, and whether people may talk over it, whoever goes on writing it. */
    private long writing;

    private boolean interruptible;
    private boolean frozen;
    private final Brevity brevity;
    private final TextFilter filter;
    private boolean finished;
    /** Whether something personal may be in the next reply, so that it is guarded as a whole (ruling E12). */
    private boolean personal;

    private boolean spoke;
    private final Spending spending;

    /** What every loop of a conversation shares. */
    public record Parts(
            ProviderDesk desk,
            Recorder recorder,
            ToolDriver tools,
            LongSupplier replyNumbers,
            Phrasing phrasing,
            Prompts prompts,
            Episodes episodes,
            BooleanSupplier hasSpeaker,
            Supervisor supervisor,
            BooleanSupplier isBrief,
            TextFilter.@Nullable Node filter) {}

    /** @param budget that of the turn */
    public ReplyLoop(
            long turn, String text, String by, Parts parts, BudgetWatch budget, Speech speech, Outcome outcome) {
        this.turn = turn;
        this.text = text;
        this.by = by;
        this.parts = parts;
        this.speech = speech;
        this.outcome = outcome;
        this.spending = new Spending(budget, parts.supervisor(), parts.prompts()::answerCharactersMax);
        this.brevity = new Brevity(parts.isBrief());
        this.filter = new TextFilter(parts.desk(), parts.recorder(), parts.filter());
        this.episode = parts.episodes().open(turn, by, text);
    }

    /** Goes on from a thought that has begun, or begins one. */
    public void begin(@Nullable Thought begun, @Nullable Voice voice) {
        prepared = voice;
        episode.observe(text);
        if (parts.hasSpeaker.getAsBoolean()) {
            ask(begun == null ? next(List.of()) : begun);
        } else {
            ask(Thought.known(parts.supervisor.isNobodyLeft() ? Reply.own(NOBODY_LEFT) : Reply.EMPTY));
        }
    }

    /** While a human has the floor no model is asked. */
    private Thought next(List<String> settled) {
        return parts.supervisor.isHumanSpeaking() ? Thought.known(Reply.EMPTY) : think(settled);
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
        ask(Thought.known(Reply.own(words)));
    }

    /** Asks something of the house's in place of an answer; what it asks for is known by its number before anybody hears it. */
    public void askOnly(String words, LongFunction<HouseholdQuestion> numbered) {
        episode.observe(text);
        long number = parts.replyNumbers.getAsLong();
        Reply own = Reply.own(words);
        HouseholdQuestion asks = numbered.apply(number);
        speech.undivided(number, Questions.UNASKABLE);
        AgentReplied question =
                new AgentReplied(number, own.says(), own.interruptible(), List.of(), null, null, asks, null);
        answer(number, own, question, false);
    }

    /**
     * Says something of the runtime's own about a call, after the reply that is still being written, and returns the number
     * of the reply that it is.
     */
    public long tell(String callId, String words) {
        long number = parts.replyNumbers.getAsLong();
        Reply own = Reply.own(words);
        parts.recorder.write(own.recorded(number, callId), turn);
        speech.undivided(number, "");
        spoke = true;
        if (streaming == 0) {
            speak(number, own);
        } else {
            afterStream.add(() -> speak(number, own));
        }
        return number;
    }

    /** Says a word before the answer, such as a greeting. */
    public void ahead(String words, String about) {
        episode.observe(text);
        beside(words, about);
    }

    /** Says a word beside the answer, such as a filler. It is no answer, so the turn is not completed by it. */
    public void beside(String words, String about) {
        long number = parts.replyNumbers.getAsLong();
        Reply own = Reply.own(words);
        parts.recorder.write(own.recorded(number, about), turn);
        speak(number, own);
    }

    private void ask(Thought next) {
        thought = next;
        next.answerTo(turn, this);
    }

    @Override
    public boolean takesParts() {
        return takesRest() && !personal && !filter.isThere();
    }

    @Override
    public boolean takesRest() {
        return !frozen && !finished;
    }

    /** A sentence is complete while the model still writes the next. */
    @Override
    public void wrote(Sentence sentence) {
        long number = stream();
        if (!isSpent(spending.wrote(sentence)) && brevity.says(sentence)) {
            spoke = true;
            speech.recite(number, sentence, this::voice);
        }
    }

    /** A call is complete while the model still writes: it runs while the words before it are spoken. */
    @Override
    public void wished(Reply.ToolRequest call) {
        long number = stream();
        if (isSpent(spending.call())) {
            return;
        }
        parts.recorder.write(new AgentToolRequested(number, List.of(call.recorded())), turn);
        String id = parts.tools.propose(turn, by, call, episode);
        round.add(id);
        unsettled.add(id);
        parts.tools.consider(id, this::settled);
    }

    @Override
    public void spent(long tokensSoFar) {
        if (takesParts()) {
            isSpent(spending.soFar(tokensSoFar));
        }
    }

    /** Ends the turn if a budget is spent. */
    private boolean isSpent(@Nullable String reason) {
        if (reason != null) {
            episode.exhausted("the budget of tokens, calls and rounds");
            outcome.failed(reason);
        }
        return reason != null;
    }

    /** The tokens of an answer that is cut off, as far as they are not on the agent's account. */
    public long unsettledTokens() {
        return thought == null ? 0 : spending.left(thought.soFar().tokens());
    }

    /** The number of the reply that is being written. */
    private long stream() {
        if (streaming == 0) {
            streaming = parts.replyNumbers.getAsLong();
            interruptible = thought == null || thought.soFar().interruptible();
            writing = parts.recorder
                    .write(new AgentReplyStarted(streaming, interruptible), turn)
                    .eventId();
            dropPrepared();
        }
        return streaming;
    }

    private void dropPrepared() {
        if (prepared != null) {
            prepared.cancel();
            prepared = null;
        }
    }

    /** What the model answers after the person has taken the floor waits: it counts only if it was nobody after all. */
    @Override
    public void replied(Reply whole) {
        if (!frozen) {
            filter.pass(turn, whole, this::said, this::thoughtFailed);
        }
    }

    private void said(Reply whole) {
        if (frozen) {
            return;
        }
        boolean streamed = streaming > 0;
        Reply reply = streamed ? brevity.written(whole) : brevity.of(whole);
        thought = null;
        long number = streamed ? streaming : parts.replyNumbers.getAsLong();
        streaming = 0;
        answer(number, reply, reply.recorded(number, null), streamed);
    }

    private void answer(long number, Reply reply, AgentReplied recorded, boolean streamed) {
        episode.spent(reply.tokens());
        parts.recorder.write(recorded, turn);
        if (isSpent(spending.round(reply, streamed))) {
            return;
        }
        if (reply.calls().isEmpty()) {
            episode.answered();
        }
        if (streamed) {
            written(number, reply);
            return;
        }
        if (reply.speaks()) {
            spoke = true;
            speak(number, reply);
        }
        dispatch(reply);
    }

    /** Everything of a streamed reply has been handed to the voice and to the tools. */
    private void written(long number, Reply reply) {
        speech.written(number);
        List<Runnable> waiting = List.copyOf(afterStream);
        afterStream.clear();
        waiting.forEach(Runnable::run);
        if (reply.calls().isEmpty()) {
            finished = true;
            outcome.finished();
        } else {
            askAgain();
        }
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
        return new Voice(parts.desk, reply);
    }

    private void dispatch(Reply reply) {
        if (reply.calls().isEmpty()) {
            finished = true;
            outcome.finished();
            return;
        }
        round.clear();
        for (Reply.ToolRequest call : reply.calls()) {
            String id = parts.tools.propose(turn, by, call, episode);
            round.add(id);
            unsettled.add(id);
        }
        List.copyOf(round).forEach(id -> parts.tools.consider(id, this::settled));
    }

    private void settled(String id) {
        personal = personal || parts.tools.isPersonal(id);
        unsettled.remove(id);
        askAgain();
    }

    private void askAgain() {
        if (unsettled.isEmpty() && !round.isEmpty() && !frozen && thought == null && !finished) {
            List<String> settled = List.copyOf(round);
            round.clear();
            Episode.Escalated escalated = episode.roundOver();
            if (escalated != null && parts.episodes.settings().agency().asksAloud()) {
                tellOnly(escalated.question());
            } else {
                ask(next(settled));
            }
        }
    }

    /** The turn has ended before its answer did. */
    public void ended(String reason) {
        Thought unfinished = thought;
        if (streaming > 0 && unfinished != null) {
            AgentReplied soFar = unfinished.soFar().recorded(streaming, null);
            AgentReplied written = new AgentReplied(
                    streaming,
                    soFar.piiText(),
                    interruptible,
                    soFar.calls(),
                    soFar.words(),
                    null,
                    null,
                    unfinished.isWritten() ? null : true);
            streaming = 0;
            parts.recorder.because(parts.recorder.cause() == 0 ? writing : 0);
            parts.recorder.write(written, turn);
        }
        if (reason.equals("budget")) {
            episode.exhausted("the budget of time");
        }
        episode.ended(reason);
    }

    @Override
    public void thoughtFailed(String reason) {
        if (!frozen) {
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
        if (thought != null) {
            thought.goOn();
        }
        askAgain();
    }

    public void cancel() {
        frozen = true;
        if (thought != null) {
            thought.cancel();
        }
        filter.cancel();
        dropPrepared();
    }

    public boolean isFinished() {
        return finished;
    }

    /** Whether nothing was said or called in this turn, so that another agent can begin it anew. */
    public boolean isUntouched() {
        return !spoke && spending.rounds() == 0 && streaming == 0 && round.isEmpty();
    }

    /** Whether any reply of this turn had something to say. */
    public boolean hasSpoken() {
        return spoke;
    }
}
