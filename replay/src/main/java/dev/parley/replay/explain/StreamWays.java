package dev.parley.replay.explain;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Request;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.stream.Session;
import dev.parley.kernel.stream.Stream;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.stream.Subject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What might be asked of a stream or a session. */
final class StreamWays implements Ways<Subject> {
    private static final String SYSTEM = "system";
    private static final String OPERATOR = "operator";
    private static final String SOME_USER = "user";
    private static final String SOME_AGENT = "agent";
    private static final String CREATE = "CREATE";
    private static final List<String> BY_OWNER =
            List.of("START", "COMPILE", "SYNTHESIZE", "PLAY", "STOP", "RESTART", "COMMIT", "RELEASE");

    @Override
    public List<Request> instead(View<Subject> view, Request denied) {
        Set<String> actors = new LinkedHashSet<>();
        Stream stream = StreamRoom.stream(view, denied.target());
        Session session = StreamRoom.session(view, denied.target());
        if (stream != null) {
            actors.add(owner(stream));
            actors.addAll(users(view, stream, denied.actor()));
        } else if (session != null) {
            actors.add(session.user() == null ? SOME_USER : session.user());
        }
        actors.add(SYSTEM);
        actors.add(OPERATOR);
        return actors.stream().map(denied::by).toList();
    }

    private static String owner(Stream stream) {
        String owner = stream.owner();
        return owner == null ? SYSTEM : owner;
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
        users.addAll(StreamRoom.usersWithOverrides(view));
        users.add(SOME_USER);
        return users;
    }

    @Override
    public List<Request> before(View<Subject> view, Request denied, int step) {
        List<Request> all = new ArrayList<>();
        Stream stream = StreamRoom.stream(view, denied.target());
        Session session = StreamRoom.session(view, denied.target());
        if (stream != null) {
            onStream(view, stream, denied, all);
        } else if (session != null) {
            all.add(denied.instead(OPERATOR, session.name(), "RESUME", Json.Obj.EMPTY));
        } else if (!denied.target().isEmpty() && !denied.action().equals(CREATE)) {
            String creator = denied.actorKind() == ActorKind.AGENT ? denied.actor() : SOME_AGENT;
            add(all, denied, creator, CREATE, Json.Obj.EMPTY);
        }
        return all;
    }

    private static void onStream(View<Subject> view, Stream stream, Request denied, List<Request> all) {
        String runs = owner(stream);
        BY_OWNER.forEach(action -> add(all, denied, runs, action, Json.Obj.EMPTY));
        add(all, denied, runs, "MUTATE_GRAPH", Json.Obj.EMPTY.with("change", "x"));
        add(all, denied, SYSTEM, "STOP", Json.Obj.EMPTY);
        add(all, denied, denied.actor(), "CLAIM", Json.Obj.EMPTY);
        add(all, denied, runs, "TRANSFER", Json.Obj.EMPTY.with("to", denied.actor()));
        add(all, denied, runs, "DELEGATE", Json.Obj.EMPTY.with("to", denied.actor()));
        for (String user : users(view, stream, denied.actor())) {
            add(all, denied, user, "ENABLE_OVERRIDE", Json.Obj.EMPTY);
            add(all, denied, user, "DISABLE_OVERRIDE", Json.Obj.EMPTY);
        }
        all.add(denied.instead(OPERATOR, stream.charter().session(), "RESUME", Json.Obj.EMPTY));
    }

    private static void add(List<Request> all, Request denied, String actor, String action, Json.Obj parameters) {
        all.add(denied.instead(actor, denied.target(), action, parameters));
    }

    /** A session goes on or ends; another stream may be begun in the place of one that is over or taken. */
    @Override
    public @Nullable Request anew(Request denied) {
        boolean ofSession = denied.action().equals("RESUME") || denied.action().equals("SESSION_END");
        String fresh = denied.target().isEmpty() ? "new" : denied.target() + "_2";
        return ofSession ? null : denied.instead(denied.actor(), fresh, denied.action(), denied.parameters());
    }
}
