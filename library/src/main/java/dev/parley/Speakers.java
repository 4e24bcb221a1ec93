package dev.parley;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.Manner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who speaks in a conversation, and how: agents that pass the floor, a human who takes it, a plugin that changes the manner of
 * the next reply. All of these are wishes. The rules of the conversation decide, and the record says why.
 */
public final class Speakers {
    /** So many wishes wait for their decision at most. */
    static final int WAITING_MAX = 64;

    private static final Set<String> REFUSALS = Set.of("stream.roster", Registrar.HALTED);
    private static final String PLUGIN = "plugin_";

    private final Conversation talk;
    private final Executor work;
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    /** What was decided; with a reason where the answer is no. */
    record Decision(boolean isAllowed, String reason) {
        static final Decision YES = new Decision(true, "");
    }

    /** @param about reads the decision off the event that tells it, and is null for every other */
    private record Waiting(Function<Rune, @Nullable Decision> about, CompletableFuture<Decision> decided) {}

    Speakers(Conversation talk, Executor work) {
        this.talk = talk;
        this.work = work;
    }

    /** The agent that has the floor gives it to another agent, or to a human of the roster. Completes with whether it could. */
    public CompletableFuture<Boolean> handOver(String from, String to) {
        return Outside.of(
                wish(new SessionEvent.AgentActed(from, "transfer", to), rune -> verdict(rune, "TRANSFER", from))
                        .thenApply(Decision::isAllowed),
                work);
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
        return allowed(new SessionEvent.TakenOver(human, by), rune -> {
                    Decision interrupted = verdict(rune, "INTERRUPT", human);
                    return interrupted != null && !interrupted.isAllowed()
                            ? interrupted
                            : verdict(rune, "CLAIM", human);
                })
                .thenApply(_ -> new Takeover(this, human, by));
    }

    /** A plugin changes how the next reply is spoken. A person's own override stands above it. */
    public void plug(String plugin, Manner manner) {
        Json.Obj change = Json.Obj.EMPTY
                .with("speech_rate", new Json.Num(manner.rate()))
                .with("pause_amplification", new Json.Num(manner.pauses()))
                .with("captions", Json.of(manner.captions()));
        talk.tell(new SessionEvent.PluginChanged(PLUGIN + plugin, change));
    }

    /** The plugin takes back what it wanted of the next reply. */
    public void unplug(String plugin) {
        talk.tell(new SessionEvent.PluginChanged(PLUGIN + plugin, Json.Obj.EMPTY));
    }

    CompletableFuture<Void> said(String human, String text) {
        if (text.length() > Conversation.MESSAGE_CHARS_MAX) {
            return CompletableFuture.failedFuture(new IllegalStateException(
                    "a message has at most " + Conversation.MESSAGE_CHARS_MAX + " characters"));
        }
        return allowed(
                new SessionEvent.HumanSaid(human, text), rune -> of(rune, "human.words", human) ? Decision.YES : null);
    }

    CompletableFuture<Void> gaveBack(String human, SessionEvent.Role by) {
        return allowed(
                new SessionEvent.GivenBack(human, by),
                rune -> of(rune, "human.acted", human)
                                && "give_back".equals(rune.payload().text("act"))
                        ? Decision.YES
                        : null);
    }

    private static boolean of(Rune rune, String kind, String human) {
        return rune.kind().equals(kind) && human.equals(rune.payload().text("human"));
    }

    private CompletableFuture<Void> allowed(SessionEvent wish, Function<Rune, @Nullable Decision> about) {
        return Outside.of(
                wish(wish, about)
                        .thenCompose(decision -> decision.isAllowed()
                                ? talk.durable()
                                : CompletableFuture.failedFuture(new IllegalStateException(decision.reason()))),
                work);
    }

    private CompletableFuture<Decision> wish(SessionEvent wish, Function<Rune, @Nullable Decision> about) {
        Waiting next = new Waiting(about, new CompletableFuture<>());
        synchronized (this) {
            if (waiting.size() == WAITING_MAX) {
                next.decided.complete(new Decision(false, WAITING_MAX + " wishes wait to be decided already"));
                return next.decided;
            }
            waiting.add(next);
        }
        if (!talk.tell(wish)) {
            synchronized (this) {
                waiting.remove(next);
            }
            next.decided.complete(new Decision(false, "the conversation takes nothing in at the moment"));
        }
        return next.decided;
    }

    /** Who is not on the roster, or does not have the floor, is refused before the room is asked; so is all in a halt. */
    private static @Nullable Decision refusal(Rune rune) {
        return rune.kind().equals("system.invariant_violation")
                        && REFUSALS.contains(String.valueOf(rune.payload().text("id")))
                ? new Decision(false, String.valueOf(rune.payload().text("reason")))
                : null;
    }

    private static @Nullable Decision verdict(Rune rune, String action, String actor) {
        boolean isIt = rune.kind().equals("verdict.stream")
                && action.equals(rune.payload().text("action"))
                && actor.equals(rune.payload().text("actor"));
        if (!isIt) {
            return null;
        }
        boolean allowed = "allowed".equals(rune.payload().text("decision"));
        return allowed
                ? Decision.YES
                : new Decision(false, String.valueOf(rune.payload().text("reason")));
    }

    /** Sees every rune as it is written, on the conversation's own thread. */
    synchronized void recorded(Rune rune) {
        for (Iterator<Waiting> all = waiting.iterator(); all.hasNext(); ) {
            Waiting next = all.next();
            Decision refused = refusal(rune);
            Decision decision = refused == null ? next.about.apply(rune) : refused;
            if (decision != null) {
                all.remove();
                next.decided.complete(decision);
                return;
            }
        }
    }

    synchronized void over() {
        waiting.forEach(each -> each.decided.complete(new Decision(false, "the conversation is over")));
        waiting.clear();
    }
}
