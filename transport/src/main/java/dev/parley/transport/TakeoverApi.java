package dev.parley.transport;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** An operator takes a conversation over, says something to its people, and gives it back to the agent. */
final class TakeoverApi implements HttpService {
    private static final String WHY = "an operator takes a conversation over; this key is none";
    private static final String REFUSED = "system.invariant_violation";

    private final Desk desk;

    TakeoverApi(Desk desk) {
        this.desk = desk;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.post("/{id}/takeover", this::takeOver)
                .post("/{id}/takeover/messages", this::say)
                .delete("/{id}/takeover", this::giveBack);
    }

    /** Decided by the room: what may not be interrupted is not taken over before it was said. */
    private void takeOver(ServerRequest request, ServerResponse response) {
        String id = governed(request);
        String human = human(Bodies.object(request));
        Rune decided = asked(
                id,
                new SessionEvent.TakenOver(human, role(request)),
                rune -> isVerdict(rune, "CLAIM", human)
                        || (isVerdict(rune, "INTERRUPT", human)
                                && !Decision.of(rune).isAllowed()));
        Decision decision = Decision.of(decided);
        if (!decision.isAllowed()) {
            throw Problem.denied(decision);
        }
        Server.send(response, 200, decision.json().with("conversation", id));
    }

    private void say(ServerRequest request, ServerResponse response) {
        String id = governed(request);
        Json.Obj body = Bodies.object(request);
        String human = human(body);
        Rune words = asked(
                id,
                new SessionEvent.HumanSaid(human, Bodies.message(body)),
                rune -> rune.kind().equals("human.words")
                        && human.equals(rune.payload().text("human")));
        accepted(response, id, words);
    }

    private void giveBack(ServerRequest request, ServerResponse response) {
        String id = governed(request);
        String human = human(Bodies.object(request));
        Rune given = asked(
                id,
                new SessionEvent.GivenBack(human, role(request)),
                rune -> rune.kind().equals("human.acted")
                        && human.equals(rune.payload().text("human"))
                        && "give_back".equals(rune.payload().text("act")));
        accepted(response, id, given);
    }

    private static void accepted(ServerResponse response, String id, Rune rune) {
        Server.send(response, 202, Json.Obj.EMPTY.with("conversation", id).with("event_id", rune.eventId()));
    }

    private String governed(ServerRequest request) {
        String id = desk.governed(request, WHY);
        if (desk.access().underWay(id).isHalted()) {
            throw Problem.halted(id);
        }
        return id;
    }

    /** Who is not on the roster, or does not have the floor, is refused before the room is asked. */
    private Rune asked(String id, SessionEvent wish, Predicate<Rune> isIt) {
        Rune found = desk.decisions().asked(id, wish, rune -> isIt.test(rune) || isRefusal(rune));
        if (isRefusal(found)) {
            throw Problem.conflict(
                    "not_taken_over", String.valueOf(found.payload().text("reason")));
        }
        return found;
    }

    private static boolean isRefusal(Rune rune) {
        return rune.kind().equals(REFUSED)
                && "stream.roster".equals(rune.payload().text("id"));
    }

    private static boolean isVerdict(Rune rune, String action, String actor) {
        return Decision.isVerdict(rune, "stream")
                && action.equals(rune.payload().text("action"))
                && actor.equals(rune.payload().text("actor"));
    }

    private static SessionEvent.Role role(ServerRequest request) {
        Caller caller = Door.caller(request);
        return new SessionEvent.Role(caller.role().name().toLowerCase(Locale.ROOT), caller.id());
    }

    /** As whom of the roster the operator speaks: whom the request names, or the first. */
    private String human(Json.Obj body) {
        List<String> humans = desk.parley().humans();
        if (humans.isEmpty()) {
            throw Problem.conflict("not_taken_over", "the roster of this server has no human who may take over");
        }
        String named = Bodies.optionalText(body, "as");
        if (!named.isEmpty() && !humans.contains(named)) {
            throw Problem.badRequest("'as' is one of " + String.join(", ", humans));
        }
        return named.isEmpty() ? humans.getFirst() : named;
    }
}
