package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.UserEvents.ApprovalEarly;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.LookAlikes;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.profile.Update;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.speak.SpeechStreams;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Who is in a conversation, and what they say of themselves otherwise than in words. */
final class PeopleApi implements HttpService {
    private static final String HOUSEHOLD = "household";
    private static final String PERSON = "person";
    private static final String STRANGER = "unknown";
    private static final int STRANGERS_MAX = 64;
    private static final String PROFILE = "profile";
    /** Each field is kept for as long as the house is, and looked for in every sentence. */
    private static final int FIELDS_MAX = 256;

    private static final String VOUCHER = "another adult of the house has to say that it is true";

    private final Desk desk;

    PeopleApi(Desk desk) {
        this.desk = desk;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.get("/{id}/people", this::list)
                .post("/{id}/people/{person}/arrival", this::arrive)
                .post("/{id}/people/{person}/departure", this::leave)
                .put("/{id}/people/{person}/profile/{field}", this::update)
                .post("/{id}/confirmations/{command}", this::confirm);
    }

    /** A client is told of its own people, and how much company there is. */
    private void list(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = desk.readable(request);
        House house = house(id);
        List<Json> people = new ArrayList<>();
        for (Person person : house.people().values()) {
            if (caller.mayAskWhy() || caller.people().contains(person.id())) {
                people.add(Json.Obj.EMPTY
                        .with(PERSON, person.id())
                        .with("confirmed", person.isConfirmed())
                        .with("role", person.role().name())
                        .with("age", person.ageClass().name()));
            }
        }
        Server.send(
                response,
                200,
                Json.Obj.EMPTY.with("company", house.mode().name()).with("people", Json.of(people)));
    }

    private House house(String id) {
        Conversation talk = desk.access().underWay(id);
        try {
            return talk.household().view().house();
        } catch (CompletionException e) {
            // It has left memory, and its client has no room for it there at the moment.
            throw Problem.busy();
        }
    }

    /**
     * Anybody may say that somebody came: it takes away and gives nothing. Whether they are known the house says, which knows
     * whom it has confirmed.
     */
    private void arrive(ServerRequest request, ServerResponse response) {
        String id = desk.actedOn(request);
        Bodies.object(request);
        String person = Desk.named(request, PERSON);
        House house = house(id);
        boolean isOfTheHouse = !person.equals(STRANGER) && house.person(person) != null;
        if (!isOfTheHouse && isFull(house, person)) {
            throw Problem.conflict(
                    "company_full", STRANGERS_MAX + " strangers are here already; one more changes nothing");
        }
        noticed(response, id, "participant_detected", Json.Obj.EMPTY.with(PERSON, person));
    }

    /** Whether there are so many strangers that another one is not taken down: names are free, and each is kept. */
    private static boolean isFull(House house, String person) {
        SortedMap<String, Boolean> here = house.modeState().company().detected();
        long strangers = here.keySet().stream()
                .filter(each -> house.person(each) == null)
                .count();
        return strangers >= STRANGERS_MAX && !here.containsKey(person);
    }

    /** That somebody left gives back what their coming took away, so a client's word is not enough for it. */
    private void leave(ServerRequest request, ServerResponse response) {
        String id = desk.governed(request, "that somebody left is taken from those who run the house, or from words");
        Bodies.object(request);
        noticed(response, id, "participant_left", Json.Obj.EMPTY.with(PERSON, Desk.named(request, PERSON)));
    }

    private void noticed(ServerResponse response, String id, String action, Json.Obj who) {
        decided(
                response,
                id,
                new PeopleChanged("mode", action, "", who, ""),
                rune -> action.equals(rune.payload().text("action"))
                        && rune.payload().get("parameters") instanceof Json.Obj given
                        && String.valueOf(who.text(PERSON)).equals(given.text(PERSON)));
    }

    private void update(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = desk.actedOn(request);
        Json.Obj body = Bodies.object(request, "value", "by");
        String by = speaker(caller, body);
        String person = Desk.named(request, PERSON);
        if (!person.equals(by)) {
            throw Problem.forbidden("here people change their own profile; of somebody else's it is spoken in words");
        }
        String field = Desk.named(request, "field");
        if (LookAlikes.plain(field).strip().equals("pin")) {
            throw Problem.badRequest("a PIN is never recorded, so it is set in the household's file and not here");
        }
        Json value = Json.of(Bodies.value(body, "value"));
        Json.Obj change = Json.Obj.EMPTY.with("field", field).with("value", value);
        Person known = house(id).person(person);
        if (known != null
                && known.facts().fields().size() >= FIELDS_MAX
                && !known.facts().fields().contains(field)) {
            throw Problem.conflict(
                    "profile_full",
                    "the profile of " + person + " has " + FIELDS_MAX
                            + " fields already; change one of them in place of adding another");
        }
        AgeClass age = known == null ? AgeClass.UNKNOWN : known.ageClass();
        ProfileWish wish =
                new ProfileWish(person, change, new Update(field, value, by, true, false, age).needsVouching());
        Rune last = desk.decisions()
                .asked(id, new PeopleChanged(PROFILE, ProfileWish.ASKED, person, change, by), wish::isDecidedBy);
        Decision decision = wish.decision(last);
        if (!decision.isAllowed()) {
            throw Problem.denied(decision);
        }
        Json.Obj told = decision.json();
        Server.send(response, wish.isPending() ? 202 : 200, wish.isPending() ? told.with("pending", VOUCHER) : told);
    }

    /** A wish about a person's own profile until the rules refuse it, it is applied, or somebody must vouch for it. */
    private static final class ProfileWish {
        private static final String ASKED = "profile_update_requested";

        private final String person;
        private final Json.Obj change;
        private final boolean needsVouching;
        private @Nullable Decision asked;
        private boolean pending;

        ProfileWish(String person, Json.Obj change, boolean needsVouching) {
            this.person = person;
            this.change = change;
            this.needsVouching = needsVouching;
        }

        boolean isDecidedBy(Rune rune) {
            if (!Decision.isVerdict(rune, HOUSEHOLD)) {
                return false;
            }
            Decision next = Decision.of(rune);
            if (asked == null) {
                asked = isBy(rune, person, person, ASKED) && isMine(rune) ? next : null;
                return asked != null && !next.isAllowed();
            }
            boolean isConclusion = person.equals(rune.payload().text("target"))
                    && PROFILE.equals(rune.payload().text("machine"));
            pending = isConclusion && next.isAllowed() && next.action().equals("authority_verified") && needsVouching;
            return isConclusion
                    && (pending || !next.isAllowed() || next.action().equals("applied"));
        }

        /** Other changes to the same profile may be under way; what follows from one stands right behind it. */
        private boolean isMine(Rune rune) {
            return rune.payload().get("parameters") instanceof Json.Obj given
                    && change.fields().entrySet().stream()
                            .allMatch(entry -> entry.getValue().equals(given.get(entry.getKey())));
        }

        Decision decision(Rune last) {
            Decision wish = asked;
            Decision conclusion = Decision.of(last);
            return wish == null || conclusion.isAllowed()
                    ? Objects.requireNonNullElse(wish, conclusion)
                    : wish.refusedBy(conclusion);
        }

        boolean isPending() {
            return pending;
        }
    }

    private void confirm(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = desk.actedOn(request);
        Json.Obj body = Bodies.object(request, "confirm", "by");
        boolean yes = Bodies.flag(body, "confirm");
        String by = speaker(caller, body);
        String action = yes ? "confirmation_received" : "context_changed";
        Rune told = desk.decisions()
                .asked(
                        id,
                        new SessionEvent.CommandAnswered(Desk.named(request, "command"), yes, by),
                        rune -> isTooEarly(rune, by)
                                || (Decision.isVerdict(rune, HOUSEHOLD) && isBy(rune, by, by, action)));
        if (isTooEarly(told, by)) {
            throw Problem.notAskedYet();
        }
        send(response, Decision.of(told));
    }

    private static boolean isTooEarly(Rune rune, String by) {
        return EventCatalogue.read(rune) instanceof ApprovalEarly early
                && early.by().equals(by);
    }

    private static void send(ServerResponse response, Decision decision) {
        if (!decision.isAllowed()) {
            throw Problem.denied(decision);
        }
        Server.send(response, 200, decision.json());
    }

    /** These are a person's own acts; a key that speaks for nobody cannot do them. */
    static String speaker(Caller caller, Json.Obj body) {
        String by = caller.speaker(Bodies.optionalText(body, "by"));
        if (by.isEmpty()) {
            throw Problem.forbidden(
                    "this is for a person to say: name with 'by' one for whom the key speaks, and it speaks for "
                            + (caller.people().isEmpty() ? "nobody" : String.join(", ", caller.people())));
        }
        return by;
    }

    private static boolean isBy(Rune rune, String by, String target, String action) {
        return action.equals(rune.payload().text("action"))
                && target.equals(rune.payload().text("target"))
                && SpeechStreams.actor(by).equals(rune.payload().text("actor"));
    }

    private void decided(ServerResponse response, String id, SessionEvent wish, Predicate<Rune> isIt) {
        send(
                response,
                Decision.of(desk.decisions()
                        .asked(id, wish, rune -> Decision.isVerdict(rune, HOUSEHOLD) && isIt.test(rune))));
    }
}
