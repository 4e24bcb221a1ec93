package dev.parley.transport;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.stream.Scope;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.speak.SpeechStreams;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How a conversation is spoken: its streams, a person's own way of being spoken to, and an operator's resume after a HALT. */
final class StreamsApi implements HttpService {
    private static final String STREAM = "stream";
    private static final List<String> ACTIONS = List.of("ENABLE_OVERRIDE", "UPDATE_OVERRIDE", "DISABLE_OVERRIDE");
    private static final String[] WISHES = {
        "action", "by", "scope", "speech_rate", "pause_amplification", "forced_captions"
    };

    private static final List<String> RATES = List.of("speech_rate", "pause_amplification");
    private static final List<String> SCOPES = List.of(Scope.SESSION.code(), Scope.USER.code());

    private final Desk desk;
    private final Analyst analyst;

    StreamsApi(Desk desk, Analyst analyst) {
        this.desk = desk;
        this.analyst = analyst;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.get("/{id}/streams", this::streams)
                .post("/{id}/overrides", this::override)
                .post("/{id}/resume", this::resume);
    }

    /** The state of every stream, as the record leads to it. */
    private void streams(ServerRequest request, ServerResponse response) {
        String id = desk.examined(request);
        Json.Obj report = analyst.replay(id, Long.MAX_VALUE);
        Json streams = report.get("state") instanceof Json.Obj rooms ? rooms.get(STREAM) : null;
        Json last = report.get("last_event_id");
        Server.send(
                response,
                200,
                Json.Obj.EMPTY
                        .with("conversation", id)
                        .with("head", last == null ? Json.of(0) : last)
                        .with("streams", streams == null ? Json.Obj.EMPTY : streams));
    }

    private void override(ServerRequest request, ServerResponse response) {
        Caller caller = Door.caller(request);
        String id = desk.actedOn(request);
        Json.Obj body = Bodies.object(request, WISHES);
        String action = Bodies.text(body, "action");
        if (!ACTIONS.contains(action)) {
            throw Problem.badRequest("'action' is one of " + String.join(", ", ACTIONS));
        }
        for (String rate : RATES) {
            Bodies.checkOptionalNumber(body, rate);
        }
        Bodies.checkOptionalWord(body, "scope", SCOPES);
        boolean _ = Bodies.optionalFlag(body, "forced_captions");
        Map<String, Json> wishes = new LinkedHashMap<>(body.fields());
        String by = PeopleApi.speaker(caller, body);
        wishes.remove("action");
        wishes.remove("by");
        Decision decision = desk.decisions()
                .allowed(
                        id,
                        new SessionEvent.OverrideRequested(action, new Json.Obj(wishes), by),
                        rune -> isStream(rune, action)
                                && SpeechStreams.actor(by).equals(rune.payload().text("actor")));
        Server.send(response, 200, decision.json());
    }

    /** The operator's attested RESUME; refused where nothing is halted, and that is recorded too. */
    private void resume(ServerRequest request, ServerResponse response) {
        String id = desk.governed(request, "an operator lets a halted conversation go on; this key is none");
        String reason = Bodies.value(Bodies.object(request, "reason"), "reason");
        Caller caller = Door.caller(request);
        Decision decision = desk.decisions()
                .allowed(id, new SessionEvent.OperatorResumed(caller.id(), reason), rune -> isStream(rune, "RESUME"));
        Server.send(response, 200, decision.json().with("conversation", id));
    }

    private static boolean isStream(Rune rune, String action) {
        return Decision.isVerdict(rune, STREAM) && action.equals(rune.payload().text("action"));
    }
}
