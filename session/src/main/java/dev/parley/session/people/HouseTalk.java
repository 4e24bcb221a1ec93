package dev.parley.session.people;

import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Provenance;
import dev.parley.kernel.people.YesOrNo;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.mode.Company;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.session.event.Masked;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.port.HouseSays;
import dev.parley.session.speak.SpeechStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes the words of people to the machines of the house: what they say, and what they answer to what the house waits for. It
 * decides nothing; every step is a request. Its callers hold the lock of the household.
 */
final class HouseTalk {
    private static final String KNOWN = "known";

    private final Asking house;
    private final Supplier<House> present;
    private final ProfileUpdates updates;
    private final Proofs proofs;
    private final List<Heard> heard = new ArrayList<>();
    private final HouseQuestions questions;
    private final List<Resident> residents;
    /** Whether the last thing that the words were to the house is to be asked about. */
    private boolean asking;
    /** The event of the last words. */
    private long words;

    private @Nullable String addressAskedOf;
    private String speaker = "";

    /** Sends a request to a machine of the house. */
    interface Asking {
        Verdict<Place> ask(String actor, String machine, String target, String action, Json.Obj parameters);
    }

    HouseTalk(
            Object lock,
            Asking house,
            Supplier<House> present,
            ProfileUpdates updates,
            Proofs proofs,
            TimeoutWatch waits,
            List<Resident> residents) {
        this.house = house;
        this.present = present;
        this.updates = updates;
        this.proofs = proofs;
        this.questions = new HouseQuestions(lock, present, waits, this::dropped);
        this.residents = residents;
    }

    HouseQuestions questions() {
        return questions;
    }

    /** What the last words were to the house. */
    List<Heard> heard() {
        return List.copyOf(heard);
    }

    /**
     * @param fromMs when the words were begun
     * @param event the words as they are recorded
     */
    HouseSays said(Masked taken, String by, long fromMs, Understanding understanding, long event) {
        String text = taken.text();
        speaker = by;
        heard.clear();
        words = event;
        String statement = understanding.statement(text);
        if (statement != null) {
            Json.Obj told = Json.Obj.EMPTY.with("statement", statement);
            changed(new PeopleChanged("mode", "explicit_statement", by, told, by));
        }
        if (understanding.equals(Understanding.NONE)) {
            return HouseSays.NOTHING;
        }
        String pin = proofs.take(taken, by);
        asking = false;
        if (answered(text, by, fromMs) || asksAgain(text, by) || named(text, by, understanding)) {
            return says(null);
        }
        HouseQuestion open = questions.last();
        questions.raise(null);
        String left = open != null && open.of().equals(by) ? dropped(open) : null;
        for (Understanding.Act act : understanding.acts(text)) {
            take(act, by);
        }
        dropUnanswerable();
        Understanding.Note note = understanding.note(text);
        if (note != null && note.value() != null) {
            Json.Obj update = Json.Obj.EMPTY.with("field", note.field()).with("value", note.value());
            take(new Understanding.Act("profile", "profile_update_requested", "", update), by);
        }
        if (pin != null) {
            Heard proof = proofs.prove(by, pin);
            heard.addAll(proof == null ? List.of() : List.of(proof));
        }
        return says(left);
    }

    private HouseSays says(@Nullable String left) {
        String told = proofs.takeTold();
        HouseQuestion open = told == null && asking ? questions.last() : null;
        return open == null ? new HouseSays(left, told, false) : new HouseSays(left, open.asks(present.get()), true);
    }

    /** The house asks this now. */
    private void raise(HouseQuestion question) {
        questions.raise(question);
        asking = true;
    }

    private void take(Understanding.Act act, String by) {
        String about = act.about(by);
        asking = false;
        if (act.machine().equals("profile")) {
            Verdict<Place> verdict = act.action().equals("profile_update_requested")
                    ? updates.change(
                            by,
                            about,
                            String.valueOf(act.parameters().text("field")),
                            Json.of(String.valueOf(act.parameters().text("value"))))
                    : updates.vouch(by, about, words);
            note(act.machine(), act.action(), about, act.parameters(), verdict);
            if (about.equals(by) && HouseQuestion.update(by).isPending(present.get())) {
                raise(HouseQuestion.update(by));
            }
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
        boolean isClaim = action.equals(Proofs.CLAIM);
        if (isClaim) {
            proofs.expects(about);
        }
        Json.Obj parameters = isClaim ? act.parameters(by).with(Proofs.VOICE, by) : act.parameters(by);
        parameters = Provenance.isYes(act.machine(), action) ? parameters.with(ToolRequests.ANSWER, words) : parameters;
        parameters = isArrival(act.machine(), action) ? arrived(parameters) : parameters;
        Verdict<Place> verdict = house.ask(actor(act, by), act.machine(), about, action, parameters);
        note(act.machine(), action, about, act.parameters(), verdict);
        if (isClaim) {
            proofs.claims(by, about);
        }
        if (verdict.isAllowed()) {
            follow(action, about, by);
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

    /** What is asked, or asked no longer, after this. */
    private void follow(String action, String about, String by) {
        switch (action) {
            case "consent_request" -> raise(HouseQuestion.consent(about));
            case "delegation_intent_detected" -> raise(HouseQuestion.loan(about, by));
            case "explicit_grant", "owner_confirmation" -> questions.raise(null);
            default -> {
                // Nothing is asked.
            }
        }
    }

    private void note(String machine, String action, String target, Json.Obj parameters, Verdict<Place> verdict) {
        heard.add(Heard.of(machine, action, target, parameters, verdict));
    }

    /**
     * A yes or a no to what the house waits for; true if it was one. Whoever says it before they have heard the question, or
     * after something else was said, is asked first: it may be meant for anything.
     */
    private boolean answered(String text, String by, long fromMs) {
        YesOrNo answer = YesOrNo.of(text);
        HouseQuestion open = answer == YesOrNo.NEITHER ? null : questions.open(by);
        if (open == null) {
            return false;
        }
        if (!questions.isAnsweredBy(answer, open, fromMs)) {
            raise(open);
            return true;
        }
        Json.Obj what = open.named(present.get());
        Json.Obj asked = what.with(ToolRequests.REPLY, questions.reply()).with("words", questions.digest());
        Json.Obj parameters =
                (answer == YesOrNo.YES ? asked : Json.Obj.EMPTY).with("by", by).with(ToolRequests.ANSWER, words);
        questions.raise(null);
        String action = answer == YesOrNo.YES ? open.yes() : open.no();
        Verdict<Place> verdict = house.ask(SpeechStreams.actor(by), open.machine(), open.target(), action, parameters);
        note(open.machine(), action, open.target(), what, verdict);
        updates.settle(open.target());
        return true;
    }

    /** Whoever only hesitates is asked once more, and whoever says what only resembles an answer is asked back; true if that is so. */
    private boolean asksAgain(String text, String by) {
        HouseQuestion open =
                YesOrNo.hesitates(text) ? questions.again(by) : YesOrNo.resembles(text) ? questions.askBack(by) : null;
        if (open != null) {
            raise(open);
        }
        return open != null;
    }

    /** What only an adult can say yes to is not left open to anybody else: whatever they answered, it would not count. */
    private void dropUnanswerable() {
        HouseQuestion open = questions.last();
        Person person = open == null ? null : present.get().person(open.of());
        boolean isVain = person != null && person.ageClass() != AgeClass.ADULT;
        if (open != null && isVain && open.machine().equals("consent")) {
            questions.raise(null);
            asking = false;
            dropped(open);
        }
    }

    /** A sentence that is no answer drops the question. */
    private String dropped(HouseQuestion open) {
        house.ask(SessionHousehold.SYSTEM, open.machine(), open.target(), "timeout", Json.Obj.EMPTY);
        updates.settle(open.target());
        return open.left();
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

    /** Nobody is known any more once they have parted (section 1), and what rested on that ends. */
    void part() {
        present.get().people().values().stream()
                .filter(Person::isConfirmed)
                .forEach(person -> house.ask(
                        SessionHousehold.SYSTEM, "identity", person.id(), "end_conversation", Json.Obj.EMPTY));
    }

    /**
     * People who say something speak for themselves, and a voice without a name is nobody (ruling B16); everything else
     * the runtime has noticed. What it noticed is about the house, so any resident will do but the one who was noticed: nobody is company
     * to themselves (ruling P5b).
     */
    void changed(PeopleChanged event) {
        boolean isSpoken = isSpoken(event);
        boolean isOpen = isArrival(event.machine(), event.action())
                && !event.parameters().has(KNOWN);
        Json.Obj given = isOpen ? arrived(event.parameters()) : event.parameters();
        boolean isAboutTheHouse = event.target().isEmpty() && !isSpoken && !residents.isEmpty();
        house.ask(
                isSpoken ? SpeechStreams.actor(event.by()) : SessionHousehold.SYSTEM,
                event.machine(),
                isAboutTheHouse ? witness(event.parameters().text("person")) : event.target(),
                event.action(),
                event.by().isEmpty() || !isSpoken ? given : given.with("by", event.by()));
    }

    private static boolean isArrival(String machine, String action) {
        return machine.equals("mode") && action.equals("participant_detected");
    }

    /** Who is said to have come is known only if they are confirmed in this conversation, and nobody unknown becomes known by it. */
    private Json.Obj arrived(Json.Obj who) {
        String id = who.text("person");
        Person person = id == null ? null : present.get().person(id);
        Company company = present.get().modeState().company();
        boolean isKnown = person != null
                && person.isConfirmed()
                && (!company.detected().containsKey(person.id()) || company.isKnown(person.id()));
        return who.with(KNOWN, isKnown);
    }

    private String witness(@Nullable String noticed) {
        String first = residents.getFirst().id();
        if (!first.equals(noticed) || first.equals(speaker)) {
            return first;
        }
        return residents.stream()
                .map(Resident::id)
                .filter(id -> !id.equals(noticed))
                .findFirst()
                .orElse(first);
    }

    /** That someone arrived is noticed whoever said it: it takes away and gives nothing. */
    private static boolean isSpoken(PeopleChanged event) {
        boolean isWarning = "someone arrived".equals(event.parameters().text("statement"))
                && event.by().isEmpty();
        return event.machine().equals("command") || (Provenance.isSaid(event.machine(), event.action()) && !isWarning);
    }
}
