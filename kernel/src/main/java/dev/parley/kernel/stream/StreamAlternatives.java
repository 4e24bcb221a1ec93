package dev.parley.kernel.stream;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Request;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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
            alternatives.onStream(stream, users(view, stream, request.actor()));
        } else if (view.state(Keys.session(request.target())) instanceof Session session) {
            alternatives.onSession(session);
        } else {
            alternatives.add(request.actor(), "CREATE", Json.Obj.EMPTY);
        }
        return alternatives.all;
    }

    /** Who could act as the stream's user: the one it names, else who asked, who holds an override, and any other. */
    private static Set<String> users(View<Subject> view, Stream stream, String asking) {
        String named = stream.charter().user();
        if (named != null) {
            return Set.of(named);
        }
        Set<String> users = new LinkedHashSet<>();
        if (ActorKind.of(asking) == ActorKind.USER) {
            users.add(asking);
        }
        if (view.state(Keys.USERS) instanceof UserOverrides overrides) {
            users.addAll(overrides.byUser().keySet());
        }
        users.add(SOME_USER);
        return users;
    }

    private void onStream(Stream stream, Set<String> users) {
        String owner = stream.owner();
        String runs = owner == null ? SYSTEM : owner;
        all.add(request.by(runs));
        users.forEach(user -> all.add(request.by(user)));
        all.add(request.by(SYSTEM));
        for (String action : List.of("START", "COMPILE", "PLAY", "STOP", "RESTART", "COMMIT", "RELEASE")) {
            add(runs, action, Json.Obj.EMPTY);
        }
        add(SYSTEM, "STOP", Json.Obj.EMPTY);
        add(request.actor(), "CLAIM", Json.Obj.EMPTY);
        add(runs, "TRANSFER", Json.Obj.EMPTY.with("to", request.actor()));
        add(runs, "DELEGATE", Json.Obj.EMPTY.with("to", request.actor()));
        for (String user : users) {
            add(user, "ENABLE_OVERRIDE", Json.Obj.EMPTY);
            add(user, "DISABLE_OVERRIDE", Json.Obj.EMPTY);
        }
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
