package dev.parley.kernel.stream;

import dev.parley.kernel.Request;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;

/** What could have been asked instead of a refused request, or before it: the material of an explanation. */
final class StreamAlternatives {
    private static final String SYSTEM = "system";
    private static final String SOME_USER = "user";

    private final Request request;
    private final List<Request> all = new ArrayList<>();

    private StreamAlternatives(Request request) {
        this.request = request;
    }

    static List<Request> of(View<Subject> view, Request request) {
        StreamAlternatives alternatives = new StreamAlternatives(request);
        if (view.state(Keys.stream(request.target())) instanceof Stream stream) {
            alternatives.onStream(stream);
        } else if (view.state(Keys.session(request.target())) instanceof Session session) {
            alternatives.onSession(session);
        } else {
            alternatives.add(request.actor(), "CREATE", Json.Obj.EMPTY);
        }
        return alternatives.all;
    }

    private void onStream(Stream stream) {
        String owner = stream.owner();
        String runs = owner == null ? SYSTEM : owner;
        String named = stream.charter().user();
        String user = named == null ? SOME_USER : named;
        for (String actor : List.of(runs, user, SYSTEM)) {
            all.add(request.by(actor));
        }
        for (String action : List.of("START", "COMPILE", "PLAY", "STOP", "RESTART", "COMMIT", "RELEASE")) {
            add(runs, action, Json.Obj.EMPTY);
        }
        add(SYSTEM, "STOP", Json.Obj.EMPTY);
        add(request.actor(), "CLAIM", Json.Obj.EMPTY);
        add(runs, "TRANSFER", Json.Obj.EMPTY.with("to", request.actor()));
        add(runs, "DELEGATE", Json.Obj.EMPTY.with("to", request.actor()));
        add(user, "ENABLE_OVERRIDE", Json.Obj.EMPTY);
        add(user, "DISABLE_OVERRIDE", Json.Obj.EMPTY);
        resume(stream.charter().session());
    }

    private void onSession(Session session) {
        String user = session.user();
        for (String actor : List.of(user == null ? SOME_USER : user, SYSTEM, "operator")) {
            all.add(request.by(actor));
        }
        resume(session.name());
    }

    private void resume(String session) {
        all.add(request.instead("operator", session, "RESUME", Json.Obj.EMPTY));
    }

    private void add(String actor, String action, Json.Obj parameters) {
        all.add(request.instead(actor, request.target(), action, parameters));
    }
}
