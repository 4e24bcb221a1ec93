package dev.parley.app.record;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.kernel.event.SpeechEvents.SpeechWithheld;
import dev.parley.kernel.event.ToolEvents.ToolCallRefused;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents.TurnCompleted;
import dev.parley.kernel.event.TurnEvents.TurnFailed;
import dev.parley.kernel.event.TurnEvents.TurnInterrupted;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The causes of an event as a tree down to the words that began it, and the events that it led to as a tree of their own.
 *
 * <p>An event has the cause that it names. A verdict also rests on the verdict before it about the same target: the approval
 * of a call is caused by the yes, and rests on the question. Steps that say little to a person are counted and not shown.
 */
final class CauseTree {
    private static final List<Class<? extends Event>> TELLING = List.of(
            UserSpoke.class,
            AgentReplied.class,
            AgentSentenceReleased.class,
            ToolDispatched.class,
            ToolSettled.class,
            ToolCallRefused.class,
            PlaybackStarted.class,
            PlaybackEnded.class,
            TurnCompleted.class,
            TurnInterrupted.class,
            TurnFailed.class,
            ToolDecided.class,
            HouseholdDecided.class,
            InvariantViolated.class);
    private static final int LINES_MAX = 24;

    private final Map<Long, Rune> byId = new HashMap<>();
    private final Map<Long, List<Rune>> effects = new HashMap<>();
    private final Map<Long, Rune> before = new HashMap<>();
    private final Set<Long> shown = new HashSet<>();
    private final Set<String> withheld = new HashSet<>();

    CauseTree(RecordedConversation recorded) {
        Map<String, Rune> latest = new HashMap<>();
        for (Rune rune : recorded.runes()) {
            byId.put(rune.eventId(), rune);
            if (EventCatalogue.is(rune, SpeechWithheld.class)) {
                withheld.add(reply(rune));
            }
            effects.computeIfAbsent(rune.causalParent(), _ -> new ArrayList<>()).add(rune);
            if (VerdictRune.room(rune) != null) {
                Rune earlier = isAllowed(rune) ? latest.put(line(rune), rune) : latest.get(line(rune));
                if (earlier != null) {
                    before.put(rune.eventId(), earlier);
                }
            }
        }
    }

    /** What a verdict is about: its target, and the call where a person's command belongs to one. */
    private static String line(Rune verdict) {
        Json.Obj payload = verdict.payload();
        String call = payload.get("parameters") instanceof Json.Obj given ? given.text("call") : null;
        return String.join(
                " ",
                verdict.kind(),
                String.valueOf(payload.text("machine")),
                String.valueOf(payload.text("target")),
                String.valueOf(call));
    }

    /** From the event down to what began it. */
    Tree causes(Rune event) {
        shown.clear();
        return caused(event, 0);
    }

    private Tree caused(Rune event, int skipped) {
        shown.add(event.eventId());
        List<Tree> under = new ArrayList<>();
        List<Rune> open = new ArrayList<>();
        Rune cause = EventCatalogue.is(event, UserSpoke.class) ? null : cause(event);
        Rune rests = before.get(event.eventId());
        if (cause != null) {
            open.add(cause);
        }
        if (rests != null && !isBehind(cause, rests)) {
            open.add(rests);
        }
        for (Rune each : open) {
            int passed = 0;
            Rune at = each;
            for (Rune next = cause(at); next != null && !isTelling(at); next = cause(at)) {
                passed++;
                at = next;
            }
            if (shown.size() < LINES_MAX) {
                under.add(
                        shown.contains(at.eventId())
                                ? Tree.leaf(numbered(at, passed) + ", see above")
                                : caused(at, passed));
            }
        }
        return new Tree(numbered(event, skipped), under);
    }

    private static boolean isTelling(@Nullable Rune rune) {
        return rune == null
                || TELLING.stream().anyMatch(type -> EventCatalogue.is(rune, type))
                || (VerdictRune.room(rune) != null && !isAllowed(rune));
    }

    private static boolean isAllowed(Rune verdict) {
        return "allowed".equals(verdict.payload().text("decision"));
    }

    private @Nullable Rune cause(Rune event) {
        return event.causalParent() > 0 && event.causalParent() < event.eventId()
                ? byId.get(event.causalParent())
                : null;
    }

    /** Whether one is the other or among its causes: then the tree shows it anyway. */
    private boolean isBehind(@Nullable Rune from, Rune sought) {
        Rune at = from;
        while (at != null && at.eventId() >= sought.eventId()) {
            if (at.eventId() == sought.eventId()) {
                return true;
            }
            at = cause(at);
        }
        return false;
    }

    /** From the event to what it led to. */
    Tree effects(Rune event) {
        shown.clear();
        shown.add(event.eventId());
        return new Tree(numbered(event, 0), effectsOf(event, 0));
    }

    private List<Tree> effectsOf(Rune event, int skipped) {
        List<Tree> trees = new ArrayList<>();
        for (Rune effect : effects.getOrDefault(event.eventId(), List.of())) {
            boolean isDirect = shown.size() == 1;
            if (!isTelling(effect) && !isDirect) {
                trees.addAll(effectsOf(effect, skipped + 1));
            } else if (shown.size() > LINES_MAX) {
                return trees;
            } else if (shown.size() == LINES_MAX) {
                shown.add(effect.eventId());
                trees.add(Tree.leaf("and so on, from event " + effect.eventId()));
            } else {
                shown.add(effect.eventId());
                trees.add(new Tree(numbered(effect, skipped), effectsOf(effect, 0)));
            }
        }
        return trees;
    }

    private static String reply(Rune rune) {
        Json number = rune.payload().get("reply");
        return number == null ? "" : number.text();
    }

    /** What not everybody could hear is not repeated. */
    private String numbered(Rune rune, int skipped) {
        boolean isWithheld = EventCatalogue.is(rune, AgentReplied.class) && withheld.contains(reply(rune));
        String between = skipped == 0 ? "" : " (" + skipped + (skipped == 1 ? " step" : " steps") + " between)";
        String told = isWithheld ? "the agent replies what not everybody may hear" : RuneText.of(rune);
        return rune.eventId() + " " + told + between;
    }
}
