package dev.parley.app.record;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.ControlEvents.TurnCancelled;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PipelineEvents.ProviderCalled;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.kernel.event.SpeechEvents.PrivacyDecided;
import dev.parley.kernel.event.SpeechEvents.SpeechPhrased;
import dev.parley.kernel.event.SpeechEvents.SpeechWithheld;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents.TurnInterrupted;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One thing that somebody met in a conversation, told in plain words: what was said, left unsaid or stopped, whose words led to
 * it and how they were understood, what decided about it, and what would have changed that. What was withheld is not repeated.
 */
public final class Account {
    private static final String NOBODY = "Nobody had said anything: it spoke by itself.";
    private static final String WAITS = "No rule stands in the way so far. It counts only after a yes.";
    private static final String ALLOWED = "It was allowed: no rule stood in the way.";
    private static final Set<String> UNNOTED =
            Set.of("date_tick", "speaking_turn", "person_added", "profile_forgotten");

    private final RecordedConversation recorded;
    private final Rune event;

    private Account(RecordedConversation recorded, Rune event) {
        this.recorded = recorded;
        this.event = event;
    }

    /** The last thing that anybody met, or null. */
    public static @Nullable Account last(RecordedConversation recorded) {
        Account last = null;
        for (Rune rune : recorded.runes()) {
            last = isMet(rune) ? new Account(recorded, rune) : last;
        }
        return last;
    }

    private static boolean isMet(Rune rune) {
        return EventCatalogue.is(rune, PlaybackStarted.class)
                || EventCatalogue.is(rune, SpeechWithheld.class)
                || EventCatalogue.is(rune, TurnCancelled.class);
    }

    private static boolean isWritten(Rune rune) {
        return EventCatalogue.is(rune, AgentReplied.class) || EventCatalogue.is(rune, AgentSentenceReleased.class);
    }

    /** What this event was to those who met it; null if it is for machines. */
    static @Nullable Account of(RecordedConversation recorded, Rune event) {
        boolean isJudged = EventCatalogue.is(event, PrivacyDecided.class)
                && !"say".equals(event.payload().text("say"));
        boolean isCall = EventCatalogue.is(event, ToolSettled.class)
                && new CallAccount(recorded, text(event, "call_id"), event.eventId()).wanted() != null;
        return isJudged || isCall || isWritten(event) || isMet(event) ? new Account(recorded, event) : null;
    }

    public List<String> lines() {
        return switch (EventCatalogue.read(event)) {
            case TurnCancelled _ -> stopped();
            case ToolSettled _ -> ended();
            case SpeechWithheld _, PrivacyDecided _ -> withheld();
            default -> isWithheld(number(event)) || text(reply(), "about").equals("withheld") ? withheld() : said();
        };
    }

    private boolean isWithheld(String reply) {
        return recorded.runes().stream()
                .anyMatch(rune -> EventCatalogue.is(rune, SpeechWithheld.class)
                        && number(rune).equals(reply));
    }

    private List<String> stopped() {
        List<String> lines = new ArrayList<>();
        String by = text(event, "by");
        lines.add((by.isEmpty() ? "Somebody" : named(by)) + " stopped the agent" + at(event) + ".");
        boolean wasOpen = false;
        for (Rune rune : recorded.runes()) {
            boolean follows = rune.eventId() > event.eventId() && causes(rune).contains(event);
            wasOpen |= follows && EventCatalogue.is(rune, TurnInterrupted.class);
            if (follows && EventCatalogue.is(rune, ToolDecided.class)) {
                CallAccount call = new CallAccount(recorded, text(rune, "target"), rune.eventId());
                lines.add("It was about to " + call.wish() + ", which is not done.");
            }
        }
        lines.add(wasOpen ? "What it was doing is dropped." : "It was doing nothing just then.");
        lines.add("A stop is never refused: it acts at once, whoever says it.");
        return lines.stream().distinct().toList();
    }

    private List<String> withheld() {
        List<String> lines = new ArrayList<>();
        lines.add("The agent left something unsaid" + at(event) + ", because not everybody here may hear it.");
        Rune words = words(event);
        if (words != null) {
            lines.add(spoken(words) + ".");
        }
        Set<String> here = company();
        String who =
                here.isEmpty() ? "nobody else is known to be here" : String.join(" and ", here) + " may hear it too";
        lines.add("It is personal, and " + who + ".");
        lines.add("It would be said " + advice(here) + ".");
        return lines;
    }

    private static String advice(Set<String> here) {
        if (here.isEmpty()) {
            return "to the person whom it is about, once the house is sure of them";
        }
        String first = here.iterator().next();
        return here.size() == 1 && !first.startsWith("somebody")
                ? "when nobody else is here: somebody says \"" + first.toLowerCase(Locale.ROOT) + " left\""
                : "when nobody else is here: somebody whom the house knows says \"we are alone\"";
    }

    /** Who was here beside whoever spoke, as far as it was told. */
    private Set<String> company() {
        Set<String> here = new LinkedHashSet<>();
        for (Rune rune : recorded.runes()) {
            boolean counts = rune.eventId() < event.eventId()
                    && EventCatalogue.is(rune, HouseholdDecided.class)
                    && "mode".equals(rune.payload().text("machine"))
                    && !CallAccount.isDenied(rune);
            if (counts) {
                enter(here, rune);
            }
        }
        return here;
    }

    private void enter(Set<String> here, Rune verdict) {
        String person = CallAccount.given(verdict).text("person");
        boolean isNamed = !Boolean.FALSE.equals(CallAccount.given(verdict).flag("known")) || livesHere(person);
        String who = person == null || !isNamed ? "somebody whom the house does not know" : named(person);
        switch (CallAccount.action(verdict)) {
            case "participant_detected" -> here.add(who);
            case "participant_left" -> here.remove(who);
            case "explicit_statement" -> {
                if ("we are alone".equals(CallAccount.given(verdict).text("statement"))) {
                    here.clear();
                } else {
                    here.add("somebody whom the house does not know");
                }
            }
            default -> {}
        }
    }

    private boolean livesHere(@Nullable String person) {
        return recorded.runes().stream()
                .anyMatch(rune -> EventCatalogue.is(rune, HouseholdDecided.class)
                        && CallAccount.action(rune).equals("person_added")
                        && text(rune, "target").equals(person));
    }

    private List<String> ended() {
        CallAccount call = new CallAccount(recorded, text(event, "call_id"), event.eventId());
        List<String> lines = new ArrayList<>();
        lines.add("The call ended" + at(event) + ": " + CallAccount.status(event) + ".");
        lines.add(understood(call.wanted(), List.of(call)));
        lines.addAll(call.decision());
        return lines;
    }

    /** Whose words these calls were made from. */
    private String understood(@Nullable Rune from, List<CallAccount> calls) {
        Rune words = from == null ? null : words(from);
        return (words == null ? "Nobody had said anything" : spoken(words)) + ", which was understood as: "
                + CallAccount.wishes(calls) + ".";
    }

    private List<String> said() {
        List<String> lines = new ArrayList<>();
        Rune reply = reply();
        String shown = heard();
        String spoken = "The agent said " + (shown.isEmpty() ? "nothing" : "\"" + shown + "\"") + at(event);
        List<CallAccount> wishes = calls(reply, Long.MAX_VALUE);
        lines.add(spoken + (wishes.isEmpty() ? "" : " and wanted: " + CallAccount.wishes(wishes)) + ".");
        lines.addAll(CutOff.of(recorded, number(event)));
        Rune words = words(reply);
        if (!wishes.isEmpty()) {
            lines.add(words == null ? NOBODY : spoken(words) + ".");
            lines.addAll(CallAccount.decisions(wishes));
            return lines;
        }
        String about = text(reply, "about");
        String call = about.equals("question_dropped") ? droppedCall(reply) : call(reply, about);
        if (call != null) {
            List<CallAccount> made = about.isEmpty() ? together(call) : List.of(account(call, event.eventId()));
            Rune wanted = made.getFirst().wanted();
            Rune from = wanted == null ? reply : wanted;
            lines.add(understood(from, made));
            if (words != null && !words.equals(words(from))) {
                lines.add("Then " + spoken(words).replace(" had said ", " said ") + ".");
            }
            lines.addAll(CallAccount.decisions(made));
            return lines;
        }
        lines.add(words == null ? NOBODY : spoken(words) + ".");
        lines.addAll(taken(reply, shown));
        return lines;
    }

    private CallAccount account(String call, long upTo) {
        return new CallAccount(recorded, call, upTo);
    }

    /** This call and those that were wanted in the same breath. */
    private List<CallAccount> together(String call) {
        for (Rune rune : recorded.runes()) {
            List<CallAccount> calls =
                    EventCatalogue.is(rune, AgentReplied.class) && ids(rune).contains(call)
                            ? calls(rune, event.eventId())
                            : List.of();
            if (!calls.isEmpty()) {
                return calls;
            }
        }
        return List.of(account(call, event.eventId()));
    }

    /** The calls that a reply brings with it, with what became of them until then. */
    private List<CallAccount> calls(Rune reply, long upTo) {
        return ids(reply).stream().map(id -> account(id, upTo)).toList();
    }

    private static List<String> ids(Rune reply) {
        List<String> ids = new ArrayList<>();
        if (reply.payload().get("calls") instanceof Json.Arr(List<Json> calls)) {
            for (Json call : calls) {
                String id = call instanceof Json.Obj it ? it.text("id") : null;
                if (id != null) {
                    ids.add(id);
                }
            }
        }
        return ids;
    }

    /** What was taken from words that wanted no tool. */
    private List<String> taken(Rune reply, String shown) {
        for (Rune rune : causes(reply)) {
            String room = VerdictRune.room(rune);
            boolean isNoted = ("household".equals(room) && !UNNOTED.contains(CallAccount.action(rune)))
                    || ("stream".equals(room) && CallAccount.action(rune).endsWith("_OVERRIDE"));
            if (isNoted) {
                return noted(rune);
            }
            if (EventCatalogue.is(rune, UserSpoke.class)) {
                break;
            }
        }
        if (shown.isEmpty()) {
            return List.of("It wrote no words and wanted no tool, so nothing was done.");
        }
        if (text(reply, "about").equals("birthday")) {
            return List.of("It greets once on the day.");
        }
        if (!isBuiltIn(reply)) {
            return List.of("The agent wanted no tool for that and changed nothing: it answered in words alone.");
        }
        if (shown.startsWith("I did not understand")) {
            return List.of(
                    "That was not understood at all: it is like nothing that the house knows, so nothing was done.",
                    "Other words may help; \"what can you do\" names what can be asked for.");
        }
        return shown.endsWith("?") && !shown.startsWith("Hello")
                ? List.of(
                        "It was not clear enough to act on, so nothing was done, and the agent asks.",
                        "The next words may answer it: a yes, a no, or what is missing.")
                : List.of("That wants no tool and changes nothing, so it was answered in words alone.");
    }

    /** Whether the rules of the house wrote it, of which is known what their words mean. */
    private boolean isBuiltIn(Rune reply) {
        return causes(reply).stream()
                .anyMatch(rune -> EventCatalogue.is(rune, ProviderCalled.class)
                        && text(rune, "name").equals("built-in"));
    }

    private List<String> noted(Rune first) {
        Rune denied = causes(reply()).stream()
                .filter(rune -> EventCatalogue.is(rune, HouseholdDecided.class) && CallAccount.isDenied(rune))
                .findFirst()
                .orElse(null);
        Rune noted = beginning(first);
        List<String> lines = new ArrayList<>();
        String machine = text(noted, "machine");
        String about = machine.isEmpty() ? "how it is spoken" : "the " + machine + " of " + text(noted, "target");
        lines.add("That was understood as something about " + about + ": "
                + CallAccount.action(noted).toLowerCase(Locale.ROOT).replace('_', ' ') + at(noted) + ".");
        if (denied != null) {
            lines.add("It was refused" + at(denied) + ".");
            lines.addAll(Why.of(recorded, denied).rules());
        } else {
            lines.add(outcome(first));
        }
        return lines;
    }

    /** Where a row of verdicts about a person has led, by the last of it. */
    private static String outcome(Rune last) {
        boolean needsYes = Boolean.TRUE.equals(CallAccount.given(last).flag("confirmation_required"));
        return switch (CallAccount.action(last)) {
            case "explicit_identity_claim" ->
                "That was heard and proves nothing: it counts once the house is sure of it, as by a PIN.";
            case "delegation_intent_detected", "consent_request" -> WAITS;
            case "authority_verified" -> needsYes ? WAITS : ALLOWED;
            default -> ALLOWED;
        };
    }

    /** What the person asked for, of a row of verdicts that follow from each other. */
    private Rune beginning(Rune last) {
        Rune first = last;
        for (Rune rune : causes(last)) {
            boolean asks = text(rune, "actor").startsWith("user") && !UNNOTED.contains(CallAccount.action(rune));
            if (EventCatalogue.is(rune, UserSpoke.class)) {
                break;
            }
            first = VerdictRune.room(rune) != null && asks ? rune : first;
        }
        return first;
    }

    private @Nullable String call(Rune reply, String about) {
        if (recorded.runes().stream().anyMatch(rune -> about.equals(CallAccount.callOf(rune)))) {
            return about;
        }
        for (Rune cause : causes(reply)) {
            String call = CallAccount.callOf(cause);
            if (call != null || EventCatalogue.is(cause, UserSpoke.class)) {
                return call;
            }
        }
        return null;
    }

    /** The call whose question was dropped last before these words. */
    private @Nullable String droppedCall(Rune reply) {
        String call = null;
        for (Rune rune : recorded.runes()) {
            boolean isDropped = rune.eventId() < reply.eventId()
                    && EventCatalogue.is(rune, ToolDecided.class)
                    && CallAccount.action(rune).equals("cancel");
            call = isDropped ? text(rune, "target") : call;
        }
        return call;
    }

    /** The reply that this event is of, as it was written before it was divided into sentences. */
    private Rune reply() {
        Rune found = event;
        String number = number(event);
        for (Rune rune : recorded.runes()) {
            boolean isOf = isWritten(rune) && number(rune).equals(number);
            found = isOf && rune.eventId() <= event.eventId() ? rune : found;
        }
        String of = numbered(found, "of");
        for (Rune rune : of.isEmpty() ? List.<Rune>of() : recorded.runes()) {
            boolean isWhole =
                    EventCatalogue.is(rune, AgentReplied.class) && number(rune).equals(of);
            found = isWhole ? rune : found;
        }
        return found;
    }

    /** The words as they are said. */
    private String heard() {
        String said = text(event, "pii_text");
        for (Rune rune : recorded.runes()) {
            boolean isOf = (isWritten(rune) || EventCatalogue.is(rune, SpeechPhrased.class))
                    && number(rune).equals(number(event));
            said = isOf ? text(rune, "pii_text") : said;
        }
        return said;
    }

    private @Nullable Rune words(Rune from) {
        return causes(from).stream()
                .filter(rune -> EventCatalogue.is(rune, UserSpoke.class))
                .findFirst()
                .orElse(null);
    }

    private List<Rune> causes(Rune from) {
        return Cause.chain(recorded, from);
    }

    private static String spoken(Rune words) {
        String by = text(words, "by");
        return (by.isEmpty() ? "Somebody" : named(by)) + " had said \"" + text(words, "pii_text") + "\"" + at(words);
    }

    private static String at(Rune rune) {
        return " (event " + rune.eventId() + ")";
    }

    static String named(String person) {
        return person.isEmpty() ? "" : person.substring(0, 1).toUpperCase(Locale.ROOT) + person.substring(1);
    }

    private static String number(Rune rune) {
        return numbered(rune, "reply");
    }

    private static String numbered(Rune rune, String key) {
        Json found = rune.payload().get(key);
        return found == null ? "" : found.text();
    }

    private static String text(Rune rune, String key) {
        String found = rune.payload().text(key);
        return found == null ? "" : found;
    }
}
