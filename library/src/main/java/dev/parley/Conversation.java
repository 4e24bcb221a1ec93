package dev.parley;

import dev.parley.kernel.event.ConversationEvents.SessionStateChanged;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PipelineEvents.ProviderCallEnded;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.event.TurnEvents.TurnFailed;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.event.UserEvents.UserDropped;
import dev.parley.kernel.event.UserEvents.UserQueued;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
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
import dev.parley.session.settings.Cues;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One conversation under way. Any thread may speak, stop and answer; nothing here waits but {@link #close()} and who wants to be
 * held up. What follows a future of it runs on a thread for work, where it may wait.
 */
public final class Conversation implements AutoCloseable {
    /** So many characters a text has at most; a character outside the basic plane counts once. */
    public static final int MESSAGE_CHARS_MAX = TextTooLong.CHARS_MAX;

    private final Parley parley;
    private final String id;
    private final String person;
    private final @Nullable FarEnd far;
    private final Screen screen;
    private final Answers answers = new Answers();
    private final AddedWords adding = new AddedWords();
    private final KeptLines kept = new KeptLines();
    private final Speakers speakers;
    private final Cues cues;
    private final Executor reading;
    private final Doorstep doorstep;
    private final AskedQuestions asked;
    private final Queue<Runnable> leaving = new ConcurrentLinkedQueue<>();
    private volatile @Nullable SessionHousehold household;
    private volatile boolean halted;
    private volatile long turn;
    private final ModelFault fault = new ModelFault();
    private final VoiceIn voice;

    Conversation(Parley parley, String id, Visit visit, @Nullable FarEnd far, Screen screen) {
        this.parley = parley;
        this.id = id;
        this.person = visit.speaker();
        this.far = far;
        this.screen = screen;
        this.cues = parley.settings(far).cues();
        String owner = visit.owner();
        this.reading = parley.readers().of(owner.isEmpty() ? id : owner);
        this.doorstep = new Doorstep(
                event -> parley.offer(id, event),
                reading,
                this::scan,
                this::stops,
                characters -> owner.isEmpty()
                        ? TextBudget.UNBOUNDED.take(owner, characters)
                        : parley.textBudget().take(owner, characters));
        this.speakers = new Speakers(this::tell, this::durable, parley.work(), Speakers.WITHIN_MS);
        this.voice = new VoiceIn(parley.clock(), this::isOver);
        this.asked = new AskedQuestions(id, visit.speaker(), question -> parley.asked(this, question));
    }

    public String id() {
        return id;
    }

    /** Where the words of this conversation are read. */
    Executor reading() {
        return reading;
    }

    /**
     * Says something as the person of this conversation. The future has what was said in answer, as far as it was shown,
     * once the conversation waits for a person again: it has answered, or asks something. Words while an answer is being
     * given interrupt it. It fails with {@link TextTooLong} for more than
     * {@link #MESSAGE_CHARS_MAX} characters, and with {@link NotTakenIn} while it is full. A stop word in it acts at once, also
     * where the words have to wait or are not taken in.
     */
    public CompletableFuture<String> say(String text) {
        return say(person, text);
    }

    /** Says something as this person. */
    public CompletableFuture<String> say(String by, String text) {
        return Outside.of(offered(by, text).answer(), parley.work());
    }

    /** Says something as this person, without waiting for an answer: completes when the words are on disk. */
    public CompletableFuture<Void> post(String by, String text) {
        return durably(offered(by, text).taken());
    }

    /** Adds words that open no turn and wait for the next one: completes when they are on disk. */
    public CompletableFuture<Void> add(String by, String text) {
        CompletableFuture<Void> taken = adding.expected();
        if (TextTooLong.is(text)) {
            adding.lost(taken, new TextTooLong());
        } else {
            switch (doorstep.bring(new SessionEvent.TextAdded(text, by), () -> adding.lost(taken))) {
                case IN -> {}
                case FULL -> adding.lost(taken);
                case OVER_BUDGET -> adding.lost(taken, NotTakenIn.overBudget());
            }
        }
        return durably(taken);
    }

    private CompletableFuture<Void> durably(CompletableFuture<Void> taken) {
        return Outside.of(taken.thenCompose(_ -> durable()), parley.work());
    }

    private Answers.Fate offered(String by, String text) {
        Answers.Fate fate = answers.expected();
        if (TextTooLong.is(text)) {
            answers.lost(fate, new TextTooLong());
            return fate;
        }
        SessionEvent words = doorstep.stopFirst(new SessionEvent.TextTyped(text, by));
        if (fate.taken().isDone()) {
            return fate;
        }
        Runnable refused = () -> answers.refused(fate);
        switch (doorstep.bring(words, refused)) {
            case IN -> {}
            case FULL -> refused.run();
            case OVER_BUDGET -> answers.lost(fate, NotTakenIn.overBudget());
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
        return voice.hear(pcm, offset, voiced);
    }

    /** The same for a thread that is held up until there is room, while that is wanted and not for long; false for a lost frame. */
    public boolean hear(byte[] pcm, int offset, Frame.Voiced voiced, BooleanSupplier wanted) {
        return voice.hear(pcm, offset, voiced, wanted);
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

    /** The program's approver answers the question about this call, in no person's name. */
    void approved(String call, boolean yes) {
        tell(new SessionEvent.ApproverAnswered(call, yes));
    }

    /** Who speaks here, and how. */
    public Speakers speakers() {
        return speakers;
    }

    private CompletableFuture<Void> durable() {
        return parley.record().durable(id).toCompletableFuture();
    }

    /** Tells it a fact: somebody arrived, a line was lost. False where it is over or its door is full; too long words throw. */
    public boolean tell(SessionEvent event) {
        return tell(event, () -> {});
    }

    /**
     * The same for whoever waits for what follows.
     *
     * @param refused is run where the fact had to wait behind words that take long to understand, and was not taken in then
     */
    public boolean tell(SessionEvent event, Runnable refused) {
        TextTooLong.check(event);
        return doorstep.bring(event, refused) == Doorstep.Brought.IN;
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

    /** The people of this conversation, as the house knows them. One that has left memory comes back to it. */
    public SessionHousehold household() {
        SessionHousehold opened = household;
        while (opened == null && !isOver()) {
            opened = parley.inSeat(id, () -> household).join();
        }
        if (opened == null) {
            throw new IllegalStateException(id + " has not begun yet");
        }
        return opened;
    }

    /** Whether somebody is asked about this call and has not answered. */
    public boolean isAsked(String call) {
        return asked.isAsked(call);
    }

    /** Whether an answer to the question about this call would count by now: it was heard, if it is said at all. */
    public boolean isHeard(String call) {
        return asked.isHeard(call);
    }

    /** Who has answered the question about this call, one of the newest; empty while nobody has. */
    public String answeredBy(String call) {
        return asked.answeredBy(call);
    }

    /** Whether the answer that counted, to one of the newest questions, is this one: from this person, and a yes or a no. */
    public boolean isAnswered(String call, String by, boolean isYes) {
        return asked.isAnswered(call, by, isYes);
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
        return Outside.of(parley.isQuiet(id), parley.work());
    }

    /** Whether the conversation is over. */
    public boolean isOver() {
        return answers.isOver();
    }

    /** Completes when the conversation is over, with the reason. To look again and again, ask {@link #isOver}. */
    public CompletableFuture<Ending> over() {
        return Outside.of(answers.over(), parley.work());
    }

    /** The same once its end is on disk as well, or cannot get there: whoever is told so finds it in the record. */
    public CompletableFuture<Ending> overAndKept() {
        CompletableFuture<Ending> kept =
                answers.over().thenCompose(ending -> parley.record().durable(id).handle((_, _) -> ending));
        return Outside.of(kept, parley.work());
    }

    /** Somebody is connected to this conversation until what is returned is run; until then it stays in memory. */
    public Runnable connect() {
        return parley.connect(id);
    }

    /** Completes when the answer under way has come to its end. */
    CompletableFuture<String> answered() {
        return answers.present().handle((_, _) -> "");
    }

    /**
     * Lets the answer under way come to its end, for two seconds at most, then ends the conversation and returns when that is
     * recorded.
     */
    @Override
    public void close() {
        var _ = answered()
                .completeOnTimeout("", Parley.DRAIN_MS, TimeUnit.MILLISECONDS)
                .join();
        parley.end(id, "disconnected").join();
    }

    /** Ends the conversation now; a turn under way ends with this reason. Completes when that is recorded. */
    public CompletableFuture<Ending> hangUp(String reason) {
        return Outside.of(parley.end(id, reason), parley.work());
    }

    /** The same after this time, by the clock of the conversation, if it is still wanted then. */
    public void hangUpAfter(long delayMs, String reason, BooleanSupplier stillWanted) {
        parley.endAfter(id, reason, delayMs, stillWanted);
    }

    @Nullable
    FarEnd farEnd() {
        return far;
    }

    void seated(FrameDoor door, Understanding understanding) {
        voice.by(door);
        doorstep.understandBy(understanding);
    }

    /** Looks for what has to be hidden in words that are about to enter. On a thread for work. */
    void scan(String words) {
        SessionHousehold present = household;
        if (present != null) {
            present.view().scan(words);
        }
    }

    /** Whether a stop word is among these words. */
    boolean stops(String words) {
        return cues.stops(words);
    }

    /** Has this done when the conversation leaves memory. */
    void whenLeft(Runnable action) {
        leaving.add(action);
    }

    /** The conversation is not in memory any more, and nothing here may keep it there. */
    void leftMemory() {
        voice.by(null);
        household = null;
        leave();
    }

    private void leave() {
        for (Runnable next = leaving.poll(); next != null; next = leaving.poll()) {
            next.run();
        }
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
        speakers.recorded(rune);
        asked.recorded(rune);
        switch (EventCatalogue.read(rune)) {
            case UserSpoke(UserText words) -> heard(words);
            case UserDropped _ -> answers.unreached("the line was lost, and the words with it");
            case UserQueued words -> added(rune.eventId(), words);
            case TurnStarted _ -> turn = rune.turn();
            case ProviderCallEnded call -> fault.ended(call);
            case TurnFailed failure -> failed(rune.turn(), failure.reason());
            case TurnClosed _ -> turn = 0;
            case SessionStateChanged(String key, Json value) -> {
                if (key.equals("halted")) {
                    halted = value.equals(Json.of(true));
                }
            }
            default -> {
                // Questions are followed by themselves.
            }
        }
    }

    private void failed(long failedTurn, String reason) {
        if (reason.equals("fault") && parley.hasOneAgent()) {
            answers.failed(new TurnFault(failedTurn, fault.or(reason)));
        } else if (reason.startsWith("provider_")) {
            answers.brokeOff(new TurnFault(failedTurn, fault.or(reason)));
        } else if (TurnFault.GIVEN_UP.containsKey(reason)) {
            answers.brokeOff(new TurnFault(failedTurn, TurnFault.GIVEN_UP.get(reason)));
        }
    }

    /** Lines that were typed while a turn was open are answered together, in one turn, for who spoke first. */
    private void heard(UserText words) {
        for (long line = kept.typed(words); line > 0; line--) {
            answers.taken();
        }
    }

    /** Words that wait for a turn, here or at the next host, are taken in as well. */
    private void added(long eventId, UserQueued words) {
        if (!Boolean.TRUE.equals(words.waits())) {
            adding.taken();
        } else if (kept.keeps(eventId, words.text())) {
            answers.kept();
        }
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
        leave();
        answers.over(ending);
        adding.over();
        speakers.over();
        doorstep.over();
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

            @Override
            public boolean isThere() {
                return screen.isThere();
            }
        };
    }
}
