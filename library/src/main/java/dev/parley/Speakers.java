package dev.parley;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.Manner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who speaks in a conversation, and how: agents that pass the floor, a human who takes it, a plugin that changes the manner of
 * the next reply. All of these are wishes. The rules of the conversation decide, and the record says why.
 */
public final class Speakers {
    /** So many wishes wait for their decision at most. */
    static final int WAITING_MAX = 64;

    /** So long a program waits for a decision at most. */
    static final long WITHIN_MS = 10_000;

    private static final String PLUGIN = "plugin_";

    private final BiPredicate<SessionEvent, Runnable> door;
    private final Supplier<CompletableFuture<Void>> durable;
    private final Executor work;
    private final long withinMs;
    /** Held while a wish is brought to the door, so that wishes wait in the order in which they enter. */
    private final Object order = new Object();

    private final Deque<WaitingWish> waiting = new ArrayDeque<>();
    /** Wishes that nobody waits for any more; they may be decided yet, after all that somebody waits for. */
    private final Deque<WaitingWish> late = new ArrayDeque<>();

    private boolean ended;

    /**
     * Wishes on their way through a door.
     *
     * @param door takes a wish in, or does not; what is run where it had to wait and was not taken in then comes with it
     * @param durable completes when everything that is recorded until now is on disk
     */
    Speakers(
            BiPredicate<SessionEvent, Runnable> door,
            Supplier<CompletableFuture<Void>> durable,
            Executor work,
            long withinMs) {
        this.door = door;
        this.durable = durable;
        this.work = work;
        this.withinMs = withinMs;
    }

    /** The agent that has the floor gives it to another agent, or to a human of the roster. Completes with whether it could. */
    public CompletableFuture<Boolean> handOver(String from, String to) {
        return outside(new WaitingWish(new SessionEvent.AgentActed(from, "transfer", to)))
                .thenApply(Decided.Granted.class::isInstance);
    }

    /**
     * A human of the roster takes the floor. What the agent says is interrupted by the human's priority, and what it thinks
     * about is cancelled; until the human gives the floor back no model is asked. Fails where the rules say no: what may not be
     * interrupted is not taken over before it was said.
     */
    public CompletableFuture<Takeover> takeOver(String human) {
        return takeOver(human, SessionEvent.Role.OF_THE_PROGRAM);
    }

    /** The same for somebody whose right the program has checked, which is recorded. */
    public CompletableFuture<Takeover> takeOver(String human, SessionEvent.Role by) {
        return granted(new SessionEvent.TakenOver(human, by)).thenApply(_ -> new Takeover(this, human, by));
    }

    /**
     * What becomes of something that a human wants, for a program that tells others of it. Completes in ten seconds at the
     * latest. A takeover that is granted only after that is given back, because nobody knows of it.
     */
    public CompletableFuture<Decided> decided(SessionEvent.OfHuman wish) {
        return outside(new WaitingWish(wish));
    }

    /** A plugin changes how the next reply is spoken. A person's own override stands above it. */
    public void plug(String plugin, Manner manner) {
        Json.Obj change = Json.Obj.EMPTY
                .with("speech_rate", new Json.Num(manner.rate()))
                .with("pause_amplification", new Json.Num(manner.pauses()))
                .with("captions", Json.of(manner.captions()));
        boolean _ = door.test(new SessionEvent.PluginChanged(PLUGIN + plugin, change), () -> {});
    }

    /** The plugin takes back what it wanted of the next reply. */
    public void unplug(String plugin) {
        boolean _ = door.test(new SessionEvent.PluginChanged(PLUGIN + plugin, Json.Obj.EMPTY), () -> {});
    }

    CompletableFuture<Void> said(String human, String text, SessionEvent.Role by) {
        if (TextTooLong.is(text)) {
            return CompletableFuture.failedFuture(new TextTooLong());
        }
        return granted(new SessionEvent.HumanSaid(human, text, by));
    }

    CompletableFuture<Void> gaveBack(String human, SessionEvent.Role by) {
        return granted(new SessionEvent.GivenBack(human, by));
    }

    private CompletableFuture<Void> granted(SessionEvent.OfHuman wish) {
        return decided(wish).thenCompose(decided -> switch (decided) {
            case Decided.Granted _ -> CompletableFuture.completedFuture(null);
            case Decided.Refused(Rune _, String reason) -> failed(reason);
            case Decided.Undecided(Decided.Why why) -> failed(why.sentence());
        });
    }

    private static CompletableFuture<Void> failed(String reason) {
        return CompletableFuture.failedFuture(new IllegalStateException(reason));
    }

    /** Brings a wish to the door; what becomes of it is known within a time, and on disk if it was decided. */
    private CompletableFuture<Decided> outside(WaitingWish next) {
        synchronized (order) {
            Runnable refused = () -> drop(next);
            if (!waits(next) || !door.test(next.wish(), refused)) {
                refused.run();
            }
        }
        CompletableFuture<Decided> kept = next.decided
                .thenCompose(this::kept)
                .completeOnTimeout(new Decided.Undecided(Decided.Why.LATE), withinMs, TimeUnit.MILLISECONDS);
        CompletableFuture<Decided> known = kept.thenApply(decided -> {
            if (decided instanceof Decided.Undecided) {
                expire(next);
            }
            return decided;
        });
        return Outside.of(known, work);
    }

    private synchronized boolean waits(WaitingWish next) {
        return waiting.size() < WAITING_MAX && waiting.add(next);
    }

    private CompletableFuture<Decided> kept(Decided decided) {
        return decided instanceof Decided.Undecided
                ? CompletableFuture.completedFuture(decided)
                : durable.get().handle((_, lost) -> lost == null ? decided : new Decided.Undecided(Decided.Why.LATE));
    }

    private void expire(WaitingWish wish) {
        synchronized (this) {
            if (waiting.remove(wish)) {
                if (late.size() == WAITING_MAX) {
                    late.remove();
                }
                late.add(wish);
            }
        }
        var _ = wish.decided.thenAccept(decided -> giveBack(wish.wish(), decided));
    }

    /** Nobody knows of this takeover, and nobody would give it back. */
    private void giveBack(SessionEvent.OfFloor wish, Decided decided) {
        if (wish instanceof SessionEvent.TakenOver(String human, SessionEvent.Role by)
                && decided instanceof Decided.Granted) {
            boolean _ = door.test(new SessionEvent.GivenBack(human, by), () -> {});
        }
    }

    private void drop(WaitingWish wish) {
        boolean over;
        synchronized (this) {
            waiting.remove(wish);
            over = ended;
        }
        wish.decided.complete(new Decided.Undecided(over ? Decided.Why.OVER : Decided.Why.FULL));
    }

    /** Sees every rune as it is written, on the conversation's own thread. */
    void recorded(Rune rune) {
        WaitingWish about = about(rune);
        Decided answer = about == null ? null : about.answer();
        if (about != null && answer != null) {
            about.decided.complete(answer);
        }
    }

    /** The oldest wish that this event is about. */
    private synchronized @Nullable WaitingWish about(Rune rune) {
        WaitingWish awaited = about(rune, waiting);
        return awaited == null ? about(rune, late) : awaited;
    }

    private static @Nullable WaitingWish about(Rune rune, Deque<WaitingWish> wishes) {
        for (Iterator<WaitingWish> all = wishes.iterator(); all.hasNext(); ) {
            WaitingWish each = all.next();
            if (each.takes(rune)) {
                if (each.answer() != null) {
                    all.remove();
                }
                return each;
            }
        }
        return null;
    }

    void over() {
        List<WaitingWish> left;
        synchronized (this) {
            left = List.copyOf(waiting);
            waiting.clear();
            late.clear();
            ended = true;
        }
        left.forEach(each -> each.decided.complete(new Decided.Undecided(Decided.Why.OVER)));
    }
}
