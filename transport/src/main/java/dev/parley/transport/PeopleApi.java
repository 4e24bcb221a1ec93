package dev.parley.transport;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
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
import java.util.function.Predicate;

/** Who is in a conversation, and what they say of themselves otherwise than in words. */
final class PeopleApi implements HttpService {
    private static final String HOUSEHOLD = "household";
    private static final String PERSON = "person";
    private static final String STRANGER = "unknown";

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
        House house = desk.access().underWay(id).household().view().house();
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

    /** Anybody may say that somebody came: it takes away and gives nothing. */
    private void arrive(ServerRequest request, ServerResponse response) {
        String id = desk.actedOn(request);
        Bodies.object(request);
        String person = Desk.named(request, PERSON);
        Json.Obj who = Json.Obj.EMPTY.with("known", !person.equals(STRANGER)).with(PERSON, person);
        noticed(response, id, "participant_detected", who);
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
        Json.Obj body = Bodies.object(request);
        String by = speaker(caller, body);
        String person = Desk.named(request, PERSON);
        if (!person.equals(by)) {
            throw Problem.forbidden("here people change their own profile; of somebody else's it is spoken in words");
        }
        Json.Obj change =
                Json.Obj.EMPTY.with("field", Desk.named(request, "field")).with("value", Bodies.text(body, "value"));
        decided(
                response,
                id,
                new PeopleChanged("profile", "profile_update_requested", person, change, by),
                rune -> isBy(rune, by, person, "profile_update_requested"));
    }

    private void confirm(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = desk.actedOn(request);
        Json.Obj body = Bodies.object(request);
        boolean yes = Bodies.flag(body, "confirm");
        String by = speaker(caller, body);
        String action = yes ? "confirmation_received" : "context_changed";
        decided(
                response,
                id,
                new SessionEvent.CommandAnswered(Desk.named(request, "command"), yes, by),
                rune -> isBy(rune, by, by, action));
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
        Decision decision =
                desk.decisions().allowed(id, wish, rune -> Decision.isVerdict(rune, HOUSEHOLD) && isIt.test(rune));
        Server.send(response, 200, decision.json());
    }
}
