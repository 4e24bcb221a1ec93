package dev.parley.session.turn;

import dev.parley.kernel.event.UserEvents.UserQueued;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.connect.Connection;
import dev.parley.session.event.Masked;
import dev.parley.session.event.Reply;
import dev.parley.session.listen.Ear;
import dev.parley.session.listen.Said;
import dev.parley.session.record.EdgeReporter;
import dev.parley.session.record.Recorder;
import dev.parley.session.think.Preemption;
import dev.parley.session.tool.LeftQuestion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the next turn: words heard, lines typed, and replies that nobody asked for. Both queues are bounded.
 * Words that get no turn are recorded all the same.
 */
public final class NextTurn {
    /** So many typed lines wait for their turn; the oldest of more is remembered and not answered. */
    private static final int TYPED_MAX = 32;
    /** So many characters the waiting lines have together, for what one turn takes in is looked through at once. */
    private static final int CHARS_MAX = 12_000;
    /** So many replies of an agent that speaks unasked wait, and so many of a human; a further one is not said. */
    private static final int UNASKED_MAX = 8;

    /** What the person hears whose words made the only agent fail. */
    private static final String FAILED =
            "Something went wrong on my side, so I have no answer to that. Please try again.";

    private static final Set<String> UNREACHED = Set.of("provider_error", "provider_timeout");

    private static final String TAKEN_OVER = "Something went wrong there. What shall I do now?";

    private final Recorder recorder;
    private final EdgeReporter drops;
    private final Ear ear;
    private final Connection connection;
    private final Preemption preemption;
    private final boolean tellsFailure;
    private final Deque<Said> typed = new ArrayDeque<>();
    private final Deque<Said> added = new ArrayDeque<>();
    /** Words said to a host that left: they wait until the person is there. */
    private final Deque<Said> left = new ArrayDeque<>();

    private final Deque<Unasked> unasked = new ArrayDeque<>();
    private final Deque<LeftQuestion> questions = new ArrayDeque<>();
    private @Nullable Unanswered unanswered;
    private boolean held;
    private boolean wanted;
    /** Whether words were recorded for the next host, which looks for them behind the last snapshot. */
    private boolean handedOn;

    /**
     * A reply that nobody asked for.
     *
     * @param of the event at which an earlier host left it, 0 for none
     * @param lasts whether the next host finds it in the record by itself
     * @param asks whether it is a question of the house
     */
    record Unasked(Reply reply, long of, boolean lasts, boolean asks) {
        boolean isOfHuman() {
            return reply.words() != 0;
        }
    }

    /** What an agent that failed has left unanswered. */
    record Unanswered(String text, String by, long turn) {}

    /** @param tellsFailure whether the runtime says by itself that nobody will answer */
    NextTurn(Recorder recorder, Ear ear, Connection connection, Preemption preemption, boolean tellsFailure) {
        this.tellsFailure = tellsFailure;
        this.recorder = recorder;
        this.drops = new EdgeReporter(recorder);
        this.ear = ear;
        this.connection = connection;
        this.preemption = preemption;
    }

    void addTyped(Masked text, String by) {
        add(typed, text, by);
    }

    /** Adds words that open no turn and belong to the next one. */
    void addQuietly(Masked text, String by) {
        add(added, text, by);
    }

    private void add(Deque<Said> to, Masked text, String by) {
        Said said = saidNow(text, by);
        while (to.size() == TYPED_MAX
                || (!to.isEmpty() && chars(to) + said.text().length() > CHARS_MAX)) {
            recordWords(0, List.of(to.remove()));
            drops.overflowed("typed");
        }
        to.add(said);
    }

    private static int chars(Deque<Said> lines) {
        return lines.stream().mapToInt(line -> line.text().length()).sum();
    }

    /** What was typed and still waits is recorded now: whoever wrote it need not wait for the turn to know that it is kept. */
    void keepTyped() {
        for (int left = typed.size(); left > 0; left--) {
            Said said = typed.remove();
            typed.add(said.heard().isEmpty() ? kept(said) : said);
        }
    }

    private Said kept(Said said) {
        recorder.because(said.cause());
        long event = recorder.write(new UserQueued(described(List.of(said)), true, null), 0)
                .eventId();
        return new Said(said.words(), said.by(), said.fromMs(), said.atMs(), event, List.of(event));
    }

    /** Takes the words out that were added quietly. */
    List<Said> takeAdded() {
        List<Said> taken = List.copyOf(added);
        added.clear();
        return taken;
    }

    /** Returns whether there was room for the reply. */
    boolean addUnasked(Reply reply) {
        return addUnasked(new Unasked(reply, 0, false, false));
    }

    boolean addUnasked(Unasked reply) {
        if (waiting(reply.isOfHuman()) == UNASKED_MAX) {
            drops.overflowed("unasked");
            return false;
        }
        unasked.add(reply);
        return true;
    }

    boolean hasRoomForHuman() {
        return waiting(true) < UNASKED_MAX;
    }

    private long waiting(boolean ofHuman) {
        return unasked.stream().filter(each -> each.isOfHuman() == ofHuman).count();
    }

    /** Whether something waits to be said that a human has said who has the floor. */
    boolean hasWordsOfHuman() {
        return waiting(true) > 0;
    }

    /** Words wait from now on, but for those of one turn if an answer is wanted; or they wait no longer. */
    void hold(boolean nowHeld, boolean once) {
        wanted = once;
        held = nowHeld && (held || !once);
    }

    /** The words that would open the next turn now, without taking them. */
    List<Said> ahead() {
        List<Said> said = new ArrayList<>();
        if (held && !wanted) {
            return said;
        }
        if (connection.isAudible() && ear.isFinished()) {
            said.addAll(ear.waiting());
        }
        if (connection.isReachable()) {
            said.addAll(left);
            said.addAll(typed);
        }
        if (!said.isEmpty() || (wanted && ear.isQuiet())) {
            said.addAll(added);
        }
        said.sort(Said.IN_ORDER);
        return said;
    }

    /** Takes the words that open the next turn, in the order they were said. Words of a person who has left open none. */
    List<Said> takeWords() {
        List<Said> said = new ArrayList<>();
        if (held && !wanted) {
            return said;
        }
        boolean finished = ear.isFinished();
        if (finished && !connection.isAudible()) {
            keepWithoutTurn(ear.take());
        } else if (finished) {
            said.addAll(ear.take());
        }
        if (connection.isReachable()) {
            said.addAll(takeLeft());
            said.addAll(typed);
        } else if (!typed.isEmpty()) {
            keepWithoutTurn(List.copyOf(typed));
        }
        if (!said.isEmpty() || (wanted && ear.isQuiet())) {
            said.addAll(takeAdded());
        }
        said.sort(Said.IN_ORDER);
        typed.clear();
        unanswered = said.isEmpty() ? unanswered : null;
        wanted = wanted && said.isEmpty();
        return said;
    }

    /**
     * An agent has failed in this turn, and somebody else is there. If nothing was said or done in it, its words are answered
     * anew; else doing it again might do it twice, and the person is asked.
     */
    void leftBy(OpenTurn turn) {
        if (turn.text.isEmpty()) {
            return;
        }
        if (turn.loop.isUntouched()) {
            unanswered = new Unanswered(turn.text, turn.by, turn.id);
        } else {
            addUnasked(Reply.own(TAKEN_OVER));
        }
    }

    /** Nobody answers in place of the agent that has failed in this turn: the person is told, once, and nothing is tried again. */
    void leftUnanswered(OpenTurn turn) {
        if (tellsFailure && !turn.text.isEmpty()) {
            addUnasked(Reply.own(FAILED));
        }
    }

    /** A model that does not answer leaves its person without a word, so that the runtime says it; what was begun is heard to be broken off. */
    void leftBecause(@Nullable OpenTurn turn, String reason) {
        if (turn != null && UNREACHED.contains(reason) && !turn.loop.hasSpoken()) {
            leftUnanswered(turn);
        }
    }

    /** What an agent has left unanswered, if there is somebody to answer; it waits until it is {@link #begun}. */
    @Nullable
    Unanswered unanswered() {
        unanswered = connection.isGone() ? null : unanswered;
        return unanswered;
    }

    void begun(Unanswered answeredNow) {
        unanswered = answeredNow.equals(unanswered) ? null : unanswered;
    }

    private List<Said> takeLeft() {
        List<Said> taken = List.copyOf(left);
        left.clear();
        return taken;
    }

    /**
     * What an earlier host left waits for its turn: questions that nobody answered, words, and replies.
     *
     * @param houseAsks questions of the house, in words; the record shows them until they are answered
     */
    void takeUp(List<LeftQuestion> unansweredQuestions, LeftWords words, List<String> houseAsks) {
        questions.addAll(unansweredQuestions);
        left.addAll(words.said());
        added.addAll(words.added());
        words.unasked()
                .forEach((of, reply) -> addUnasked(new Unasked(reply, of == reply.words() ? 0 : of, true, false)));
        houseAsks.forEach(each -> addUnasked(new Unasked(Reply.own(each), 0, true, true)));
    }

    /** Whether nothing waits for a turn. */
    public boolean isEmpty() {
        return !handedOn
                && typed.isEmpty()
                && added.isEmpty()
                && unasked.isEmpty()
                && questions.isEmpty()
                && left.isEmpty();
    }

    /**
     * The host leaves: what waits is recorded for the next one, unless that finds it by itself. No silence will show any more
     * whether somebody had finished; what was understood of them counts.
     */
    public void leave() {
        List<Said> spoken = ear.take();
        if (!spoken.isEmpty() || !typed.isEmpty()) {
            handedOn = true;
            preemption.abandon();
        }
        spoken.forEach(this::kept);
        keepTyped();
        typed.clear();
        for (Unasked each : unasked) {
            if (!each.lasts() && each.reply().speaks()) {
                recorder.write(LeftWords.deferred(each.reply()), 0);
            }
        }
    }

    /**
     * The questions to the next person who is to be asked again, or to be told that the time for an answer is over. They wait
     * until they are {@link #begun}.
     */
    List<LeftQuestion> questions() {
        LeftQuestion first = connection.isGone() ? null : questions.peek();
        return questions.stream()
                .filter(each -> first != null && each.by().equals(first.by()))
                .toList();
    }

    void begun(List<LeftQuestion> askedNow) {
        questions.removeAll(askedNow);
    }

    boolean isWanted() {
        return wanted;
    }

    /** Whether an answer is wished for where there are no words, and none to come. The wish stays until it is {@link #granted}. */
    boolean isWish() {
        return wanted && ear.isQuiet() && connection.isReachable();
    }

    void granted() {
        wanted = false;
    }

    /**
     * The next reply that nobody asked for, if there is one and somebody to hear it; it waits until it is {@link #begun}. While a
     * human has the floor it is theirs, and an agent waits; what a human has said who has lost it meanwhile is not said any more.
     */
    @Nullable
    Unasked unasked(boolean isHumanSpeaking) {
        Iterator<Unasked> all = connection.isGone() ? Collections.emptyIterator() : unasked.iterator();
        while (all.hasNext()) {
            Unasked each = all.next();
            if (each.isOfHuman() == isHumanSpeaking) {
                return each;
            }
            if (each.isOfHuman()) {
                all.remove();
                drops.overflowed("unasked");
            }
        }
        return null;
    }

    void begun(Unasked saidNow) {
        unasked.remove(saidNow);
    }

    /**
     * No turn may open for these words. Those that were said to an earlier host wait on, as the record says of them; others
     * are remembered and not answered.
     */
    void refused(List<Said> said) {
        if (LeftWords.count(said) == said.size()) {
            left.addAll(said);
            wanted = held;
        } else {
            keepWithoutTurn(said);
        }
    }

    /** Everything that waits is taken out before this stop and recorded after it, in the order it was said. */
    void leaveUnanswered(Runnable stop) {
        List<Said> said = new ArrayList<>(takeLeft());
        said.addAll(ear.take());
        said.addAll(typed);
        typed.clear();
        said.sort(Said.IN_ORDER);
        stop.run();
        if (!said.isEmpty()) {
            keepWithoutTurn(said);
        }
    }

    /** The conversation is over: everything that was understood is remembered, whether somebody had finished or not. */
    public void keepAll() {
        keep(ear.take());
    }

    /** Records the words that wait, when no turn will open for them. Whoever has not finished may still be answered. */
    void keepFinished() {
        keep(ear.isFinished() ? ear.take() : List.of());
    }

    private void keep(List<Said> spoken) {
        List<Said> said = new ArrayList<>(takeLeft());
        said.addAll(takeAdded());
        said.addAll(spoken);
        said.addAll(typed);
        typed.clear();
        if (!said.isEmpty()) {
            keepWithoutTurn(said);
        }
    }

    /** Records words that open no turn. */
    void keepWithoutTurn(List<Said> said) {
        preemption.abandon();
        recorder.because(said.getLast().cause());
        recordWords(0, said);
    }

    Rune recordWords(long turn, List<Said> said) {
        return recorder.write(new UserSpoke(described(said)), turn);
    }

    private static UserText described(List<Said> said) {
        Long lines = said.size() > 1 ? (long) said.size() : null;
        long earlier = LeftWords.count(said);
        List<Long> heard = Said.heard(said);
        long written = heard.isEmpty()
                ? 0
                : said.stream().filter(each -> each.heard().isEmpty()).count();
        return new UserText(
                Said.joined(said),
                Said.speaker(said),
                lines,
                earlier > 0 ? earlier : null,
                heard.isEmpty() ? null : heard,
                written > 0 ? written : null);
    }

    /** Words that somebody writes at this moment. */
    Said saidNow(Masked text, String by) {
        return new Said(text, by, recorder.nowMs(), recorder.nowMs(), recorder.cause(), List.of());
    }
}
