package dev.parley.transport;

import dev.parley.Decided;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;

/** An operator takes a conversation over, says something to its people, and gives it back to the agent. */
final class TakeoverApi implements HttpService {
    private static final String STREAM = "stream";
    private static final String AS = "as";
    private static final String WHY = "an operator takes a conversation over; this key is none";

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
        String human = human(Bodies.object(request, AS));
        Rune decided = granted(id, new SessionEvent.TakenOver(human, role(request)));
        Server.send(response, 200, Decision.of(decided).json().with("conversation", id));
    }

    private void say(ServerRequest request, ServerResponse response) {
        String id = governed(request);
        Json.Obj body = Bodies.object(request, "text", AS);
        String text = Bodies.message(body);
        accepted(response, id, granted(id, new SessionEvent.HumanSaid(human(body), text, role(request))));
    }

    private void giveBack(ServerRequest request, ServerResponse response) {
        String id = governed(request);
        String human = human(Bodies.object(request, AS));
        accepted(response, id, granted(id, new SessionEvent.GivenBack(human, role(request))));
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

    /** The event by which it is granted, once that is on disk. */
    private Rune granted(String id, SessionEvent.OfHuman wish) {
        try {
            return switch (desk.access().underWay(id).speakers().decided(wish).get()) {
                case Decided.Granted(Rune event) -> event;
                case Decided.Refused(Rune event, String reason) -> throw refused(id, wish, event, reason);
                case Decided.Undecided(Decided.Why why) ->
                    throw switch (why) {
                        case FULL -> Problem.busy();
                        case OVER -> ConversationAccess.ended(id);
                        case LATE -> Problem.notRecorded();
                    };
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.stopping();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Who may not take over is denied; who does not have the floor is in conflict with who has it. */
    private static Problem refused(String id, SessionEvent.OfHuman wish, Rune event, String reason) {
        if (Decision.isVerdict(event, STREAM)) {
            return Problem.denied(Decision.of(event));
        }
        String rule = String.valueOf(event.payload().text("id"));
        if (rule.equals(Registrar.HALTED)) {
            return Problem.halted(id);
        }
        return switch (wish) {
            case SessionEvent.TakenOver(String human, SessionEvent.Role _) ->
                Problem.denied(new Decision(event.eventId(), STREAM, wish.act(), human, false, rule, reason));
            case SessionEvent.HumanSaid _, SessionEvent.GivenBack _ -> Problem.conflict("not_taken_over", reason);
        };
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
        String named = Bodies.optionalText(body, AS);
        if (!named.isEmpty() && !humans.contains(named)) {
            throw Problem.badRequest("'as' is one of " + String.join(", ", humans));
        }
        return named.isEmpty() ? humans.getFirst() : named;
    }
}
