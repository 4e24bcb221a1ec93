package dev.parley.app.record;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What led to an event: its causes back to the first, and the verdict it rests on.
 *
 * @param chain the event's cause, the cause of that, and so on
 * @param verdict the event itself, its nearest cause, or the latest event of its turn before it that is a verdict; where
 *     the event carries a refusal itself, only the verdict that refused by the same rule or denied the same call
 * @param refusal what the event refuses by itself where no verdict says the same, else null
 */
public record Cause(
        List<Rune> chain, @Nullable Rune verdict, @Nullable Refusal refusal) {

    public static Cause of(RecordedConversation recorded, Rune event) {
        List<Rune> chain = chain(recorded, event);
        if (VerdictRune.room(event) != null) {
            return new Cause(chain, event, null);
        }
        Rune nearest = nearest(chain);
        Rune denied = nearest == null || !Refusal.isDeniedCall(event) ? null : denial(recorded, nearest);
        if (denied != null) {
            return new Cause(chain, denied, null);
        }
        Refusal refusal = Refusal.of(recorded, event);
        if (refusal != null) {
            Rune same = refusing(recorded, event, chain, refusal.rule());
            return new Cause(chain, same, same == null ? refusal : null);
        }
        return new Cause(chain, nearest == null ? latestOfTurn(recorded, event) : nearest, null);
    }

    private static @Nullable Rune nearest(List<Rune> chain) {
        return chain.stream()
                .filter(rune -> VerdictRune.room(rune) != null)
                .findFirst()
                .orElse(null);
    }

    /** The verdict that denied what this one only carries out: the runtime alone stands between the two, about the same matter. */
    static @Nullable Rune denial(RecordedConversation recorded, Rune verdict) {
        if (CallAccount.isDenied(verdict)) {
            return verdict;
        }
        Rune at = verdict;
        for (Rune cause : chain(recorded, verdict)) {
            boolean isVerdict = VerdictRune.room(cause) != null;
            boolean leadsOn =
                    "system".equals(at.payload().text("actor")) || EventCatalogue.is(at, InvariantViolated.class);
            if (!leadsOn || !(isVerdict || EventCatalogue.is(cause, InvariantViolated.class))) {
                return null;
            }
            if (isVerdict && CallAccount.isDenied(cause)) {
                return matter(cause).equals(matter(verdict)) ? cause : null;
            }
            at = cause;
        }
        return null;
    }

    /** The call that a verdict is about, or else what it moves. */
    private static String matter(Rune verdict) {
        String call = CallAccount.callOf(verdict);
        return call != null
                ? "call " + call
                : verdict.kind() + " " + verdict.payload().text("machine") + " "
                        + verdict.payload().text("target");
    }

    /** The event's cause, the cause of that, and so on. */
    static List<Rune> chain(RecordedConversation recorded, Rune event) {
        List<Rune> chain = new ArrayList<>();
        Rune at = event;
        while (at != null && at.causalParent() > 0 && at.causalParent() < at.eventId()) {
            at = recorded.at(at.causalParent());
            if (at != null) {
                chain.add(at);
            }
        }
        return List.copyOf(chain);
    }

    /** The verdict that broke this rule: a cause of the event, or what stands right before its row of violations. */
    private static @Nullable Rune refusing(RecordedConversation recorded, Rune event, List<Rune> chain, String rule) {
        for (Rune cause : chain) {
            if (refuses(cause, rule)) {
                return cause;
            }
        }
        Rune before = null;
        for (Rune rune : recorded.runes()) {
            boolean counts = rune.eventId() < event.eventId() && !EventCatalogue.is(rune, InvariantViolated.class);
            before = counts ? rune : before;
        }
        return before != null && refuses(before, rule) ? before : null;
    }

    private static boolean refuses(Rune rune, String rule) {
        return VerdictRune.room(rune) != null
                && rune.payload().get("violations") instanceof Json.Arr(List<Json> ids)
                && ids.contains(Json.of(rule));
    }

    private static @Nullable Rune latestOfTurn(RecordedConversation recorded, Rune event) {
        Rune latest = null;
        for (Rune rune : recorded.runes()) {
            boolean before = rune.eventId() < event.eventId() && rune.turn() == event.turn();
            latest = before && VerdictRune.room(rune) != null ? rune : latest;
        }
        return latest;
    }

    public Json toJson() {
        List<Json> items = new ArrayList<>();
        for (Rune rune : chain) {
            items.add(Json.Obj.EMPTY.with("event_id", rune.eventId()).with("kind", rune.kind()));
        }
        return Json.of(items);
    }
}
