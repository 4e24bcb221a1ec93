package dev.parley.session.people;

import dev.parley.kernel.Verdict;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Provenance;
import dev.parley.kernel.people.YesOrNo;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.port.People;
import dev.parley.session.speak.SpeechStreams;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes the words of people to the machines of the house: what they say, and what they answer to what the house waits for. It
 * decides nothing; every step is a request. Its callers hold the lock of the household.
 */
final class HouseTalk {
    private static final String CLAIM = "explicit_identity_claim";
    private static final String VOICE = "voice";
    private static final String VERDICT = "verdict.household";

    private final Asking house;
    private final Supplier<House> present;
    private final ProfileUpdates updates;
    private final Pins pins;
    private final List<Heard> heard = new ArrayList<>();
    /** Whoever is heard under another name than their own, by that name. */
    private final Map<String, String> proven = new LinkedHashMap<>();

    private final Map<String, String> claims = new LinkedHashMap<>();
    private final HouseQuestions questions;
    /** The event of the last words. */
    private long words;

    private @Nullable String addressAskedOf;

    /** Sends a request to a machine of the house. */
    interface Asking {
        Verdict<Place> ask(String actor, String machine, String target, String action, Json.Obj parameters);
    }

    HouseTalk(Asking house, Supplier<House> present, ProfileUpdates updates, Pins pins) {
        this.house = house;
        this.present = present;
        this.updates = updates;
        this.pins = pins;
        this.questions = new HouseQuestions(house, present, updates);
    }

    /** What the last words were to the house. */
    List<Heard> heard() {
        return List.copyOf(heard);
    }

    /** Who is heard under this name. */
    String speaker(String voice) {
        return proven.getOrDefault(voice, voice);
    }

    /** Whether somebody who is heard under another name has turned out to be this person. */
    boolean isProven(String person) {
        return proven.containsValue(person);
    }

    String takePins(String text, People.Uttered uttered) {
        boolean expected = present.get().people().values().stream()
                .anyMatch(person -> pins.has(person.id())
                        && (person.identity() instanceof IdentityState.Probable
                                || person.identity() instanceof IdentityState.Ambiguous));
        return switch (uttered) {
            case PARTLY -> pins.masked(text, expected);
            case WHOLLY -> pins.confided(text, expected);
            case UNANSWERED -> pins.passedOver(text, expected);
        };
    }

    boolean hasPin(String person) {
        return pins.has(person);
    }

    /**
     * Returns what to tell the person about a question that these words have dropped, or null.
     *
     * @param event the words as they are recorded
     */
    @Nullable
    String said(String text, String by, Understanding understanding, long event) {
        heard.clear();
        words = event;
        if (understanding.equals(Understanding.NONE)) {
            return null;
        }
        List<String> pin = pins.take(text);
        if (answered(text, by) || asksAgain(text, by) || named(text, by, understanding)) {
            return null;
        }
        String left = questions.leave(by);
        for (Understanding.Act act : understanding.acts(text)) {
            take(act, by);
        }
        questions.dropUnanswerable();
        Understanding.Note note = understanding.note(text);
        if (note != null && note.value() != null) {
            Json.Obj update = Json.Obj.EMPTY.with("field", note.field()).with("value", note.value());
            take(new Understanding.Act("profile", "profile_update_requested", "", update), by);
        }
        if (pin != null) {
            prove(by, pin);
        }
        return left;
    }

    private void take(Understanding.Act act, String by) {
        String about = act.about(by);
        if (act.machine().equals("profile")) {
            Verdict<Place> verdict = act.action().equals("profile_update_requested")
                    ? updates.change(
                            by,
                            about,
                            String.valueOf(act.parameters().text("field")),
                            Json.of(String.valueOf(act.parameters().text("value"))))
                    : updates.vouch(by, about, words);
            note(act.machine(), act.action(), about, act.parameters(), verdict);
            return;
        }
        setAside(about);
        if (isTakenBack(act, about)) {
            heard.add(new Heard(
                    act.machine(), act.action(), about, act.parameters(), false, "nothing is there to take back"));
            return;
        }
        Person person = present.get().person(about);
        boolean ends = act.action().equals("explicit_denial")
                && person != null
                && person.consent() instanceof ConsentState.Granted;
        String action = ends ? "revoke" : act.action();
        boolean isClaim = action.equals(CLAIM);
        Json.Obj parameters = isClaim ? act.parameters(by).with(VOICE, by) : act.parameters(by);
        parameters = Provenance.isYes(act.machine(), action) ? parameters.with(ToolRequests.ANSWER, words) : parameters;
        Verdict<Place> verdict = house.ask(actor(act, by), act.machine(), about, action, parameters);
        note(act.machine(), action, about, act.parameters(), verdict);
        if (isClaim) {
            claims.put(by, about);
        }
        if (verdict.isAllowed()) {
            raised(act, about, by);
        }
    }

    /** That somebody left gives back what their coming took away, so the runtime takes it from confirmed adults alone. */
    private String actor(Understanding.Act act, String by) {
        Person person = present.get().person(by);
        boolean isBelieved = person != null && person.isConfirmedAdult();
        return act.action().equals("participant_left") && !isBelieved ? SpeechStreams.actor(by) : act.actor(by);
    }

    /** Whether it takes back what was never given. */
    private boolean isTakenBack(Understanding.Act act, String about) {
        Person person = present.get().person(about);
        return act.action().equals("revoke_command")
                && (person == null || person.delegation() instanceof DelegationState.None);
    }

    /** A consent or a loan that is over stands in the way of no other. */
    private void setAside(String id) {
        Person person = present.get().person(id);
        if (person == null) {
            return;
        }
        if (person.consent() instanceof ConsentState.Revoked || person.consent() instanceof ConsentState.Expired) {
            house.ask(SessionHousehold.SYSTEM, "consent", id, "done", Json.Obj.EMPTY);
        }
        if (person.delegation() instanceof DelegationState.Revoked
                || person.delegation() instanceof DelegationState.Expired) {
            house.ask(SessionHousehold.SYSTEM, "delegation", id, "done", Json.Obj.EMPTY);
        }
    }

    private void raised(Understanding.Act act, String about, String by) {
        switch (act.action()) {
            case "consent_request" -> questions.put(HouseQuestion.consent(about));
            case "delegation_intent_detected" -> questions.put(HouseQuestion.loan(about, by));
            case "explicit_grant", "owner_confirmation" -> questions.answered();
            default -> {}
        }
    }

    private Heard note(String machine, String action, String target, Json.Obj parameters, Verdict<Place> verdict) {
        List<Violation> broken = new ArrayList<>(verdict.violations());
        verdict.followed().forEach(next -> broken.addAll(next.violations()));
        String why = broken.isEmpty() ? verdict.reason() : broken.getFirst().reason();
        Heard done = new Heard(
                machine,
                action,
                target,
                parameters,
                verdict.isAllowed() && broken.isEmpty(),
                broken.isEmpty() && verdict.isAllowed() ? "" : why);
        heard.add(done);
        return done;
    }

    /** A yes or a no to what the house waits for; true if it was one. */
    private boolean answered(String text, String by) {
        YesOrNo answer = YesOrNo.of(text);
        HouseQuestion open = answer == YesOrNo.NEITHER ? null : questions.open(by);
        if (open == null) {
            return false;
        }
        questions.answered();
        Json.Obj what = open.named(present.get());
        Json.Obj parameters =
                (answer == YesOrNo.YES ? what : Json.Obj.EMPTY).with("by", by).with(ToolRequests.ANSWER, words);
        String action = answer == YesOrNo.YES ? open.yes() : open.no();
        Verdict<Place> verdict = house.ask(SpeechStreams.actor(by), open.machine(), open.target(), action, parameters);
        note(open.machine(), action, open.target(), what, verdict);
        updates.settle(open.target());
        return true;
    }

    /** Whoever only hesitates is asked once more; true if that is so. */
    private boolean asksAgain(String text, String by) {
        Heard again = YesOrNo.hesitates(text) ? questions.again(by) : null;
        if (again != null) {
            heard.add(again);
        }
        return again != null;
    }

    /** What somebody was asked before this process and has not answered, worded to be asked again. */
    List<String> unanswered() {
        return questions.unanswered();
    }

    /** Asks once how a person wants to be addressed; true if that may be asked now. */
    boolean asksForAddress(String person) {
        Person known = present.get().person(person);
        boolean isOpen = known != null
                && known.isConfirmed()
                && !known.addressing().asked()
                && known.addressing() instanceof AddressingState.Unknown;
        if (!isOpen
                || !house.ask(SessionHousehold.SYSTEM, "addressing", person, "ask", Json.Obj.EMPTY)
                        .isAllowed()) {
            return false;
        }
        addressAskedOf = person;
        return true;
    }

    /** The answer to that question, in the very next words that do not only hesitate. */
    private boolean named(String text, String by, Understanding understanding) {
        boolean asked = by.equals(addressAskedOf) && !YesOrNo.hesitates(text);
        addressAskedOf = asked ? null : addressAskedOf;
        if (!asked) {
            return false;
        }
        if (YesOrNo.of(text) == YesOrNo.NO) {
            heard.add(new Heard("addressing", "declined", by, Json.Obj.EMPTY, true, ""));
            return true;
        }
        String name = understanding.address(text);
        if (name == null) {
            return false;
        }
        Json.Obj wish = Json.Obj.EMPTY.with("name", name);
        Verdict<Place> verdict =
                house.ask(SpeechStreams.actor(by), "addressing", by, "explicit_preference", wish.with("by", by));
        note("addressing", "explicit_preference", by, wish, verdict);
        return true;
    }

    /** Whoever claims to be somebody proves it by that person's PIN (ruling B2); from then on they speak as that person. */
    private void prove(String by, List<String> given) {
        String claimed = claims.get(by);
        String who = claimed == null && isDoubted(by) ? by : claimed;
        Person person = who == null ? null : present.get().person(who);
        if (person == null || !pins.has(person.id())) {
            return;
        }
        boolean fits = pins.fits(person.id(), given);
        Json.Obj parameters = Json.Obj.EMPTY.with("person", person.id()).with(VOICE, by);
        String action = switch (person.identity()) {
            case IdentityState.Ambiguous _ -> fits ? "clarification_success" : "";
            case IdentityState.Confirmed _, IdentityState.ConfirmedActive _ -> fits ? CLAIM : "";
            default -> fits ? "validation_success" : "validation_failure";
        };
        claims.remove(by);
        if (action.isEmpty()) {
            heard.add(new Heard("identity", "validation_failure", person.id(), Json.Obj.EMPTY, false, ""));
            return;
        }
        Verdict<Place> verdict = house.ask(
                SessionHousehold.SYSTEM,
                "identity",
                person.id(),
                action,
                action.equals(CLAIM) ? parameters.with("proven", true) : parameters);
        note("identity", fits ? "validation_success" : action, person.id(), Json.Obj.EMPTY, verdict);
        if (fits && verdict.isAllowed()) {
            speaksAs(by, person.id());
        }
    }

    private boolean isDoubted(String person) {
        Person known = present.get().person(person);
        return known != null && known.identity() instanceof IdentityState.Ambiguous;
    }

    private void speaksAs(String by, String person) {
        if (proven.containsValue(by)) {
            proven.replaceAll((_, now) -> now.equals(by) ? person : now);
        } else if (!by.equals(person)) {
            proven.put(by, person);
        }
    }

    /** Nobody is known any more once they have parted (section 1), and what rested on that ends. */
    void part() {
        present.get().people().values().stream()
                .filter(Person::isConfirmed)
                .forEach(person -> house.ask(
                        SessionHousehold.SYSTEM, "identity", person.id(), "end_conversation", Json.Obj.EMPTY));
    }

    /** Knows again who has proved who they are, from what was recorded. */
    void takeUp(List<Rune> recorded) {
        for (Rune rune : recorded) {
            if (!rune.kind().equals(VERDICT)) {
                continue;
            }
            Json.Obj payload = rune.payload();
            boolean isProof = "allowed".equals(payload.text("decision"))
                    && "system".equals(payload.text("actor"))
                    && payload.get("parameters") instanceof Json.Obj given
                    && given.text(VOICE) != null;
            if (isProof && payload.get("parameters") instanceof Json.Obj given) {
                speaksAs(String.valueOf(given.text(VOICE)), String.valueOf(payload.text("target")));
            }
        }
    }

    /**
     * People who say something speak for themselves, and a voice without a name is nobody (ruling B16); everything else
     * the runtime has noticed. What it noticed about nobody in particular is about the house, so any resident will do.
     */
    void changed(PeopleChanged event, List<Resident> residents) {
        boolean isSpoken = isSpoken(event);
        boolean isAboutTheHouse = event.target().isEmpty() && !isSpoken && !residents.isEmpty();
        house.ask(
                isSpoken ? SpeechStreams.actor(event.by()) : SessionHousehold.SYSTEM,
                event.machine(),
                isAboutTheHouse ? residents.getFirst().id() : event.target(),
                event.action(),
                event.by().isEmpty() || !isSpoken
                        ? event.parameters()
                        : event.parameters().with("by", event.by()));
    }

    /** That someone arrived is noticed whoever said it: it takes away and gives nothing. */
    private static boolean isSpoken(PeopleChanged event) {
        boolean isWarning = "someone arrived".equals(event.parameters().text("statement"))
                && event.by().isEmpty();
        return event.machine().equals("command") || (Provenance.isSaid(event.machine(), event.action()) && !isWarning);
    }
}
