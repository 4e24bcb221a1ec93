package dev.parley.kernel.stream;

import dev.parley.kernel.Alongside;
import dev.parley.kernel.Case;
import dev.parley.kernel.Decision;
import dev.parley.kernel.Effect;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Lift;
import dev.parley.kernel.Metadata;
import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.SchemaVersion;
import dev.parley.kernel.Step;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Streams, their sessions and their users' overrides, as the registrar runs them. */
public final class StreamRoom implements Room<Subject, StreamEvent> {
    private static final String SYSTEM = "system";

    private final StreamMachine machine = new StreamMachine();
    private final StreamInvariants invariants;
    private final List<Invariant<Case<Subject, StreamEvent>>> catalogue;
    private final StreamMetadata metadata;

    private final InterruptReading reading;

    public StreamRoom(InterruptReading reading) {
        this.reading = reading;
        this.invariants = new StreamInvariants(reading);
        this.catalogue = invariants.catalogue();
        this.metadata = new StreamMetadata(reading, catalogue);
    }

    @Override
    public String name() {
        return machine.name();
    }

    @Override
    public Json.Obj settings() {
        return Json.Obj.EMPTY.with("reading", reading.code()).with("model", SchemaVersion.REGISTRAR_SCHEMA_VERSION);
    }

    @Override
    public StreamRoom reopened(Json.Obj settings) {
        return new StreamRoom(InterruptReading.of(settings));
    }

    @Override
    public Reading<StreamEvent> read(Request request) {
        return StreamRequests.read(request);
    }

    @Override
    public String addressed(Request request) {
        return Keys.stream(request.target());
    }

    @Override
    public String subject(View<Subject> view, Request request, StreamEvent event) {
        return event instanceof StreamEvent.OfSession ? Keys.session(request.target()) : addressed(request);
    }

    @Override
    public boolean founds(StreamEvent event) {
        return event instanceof StreamEvent.Create;
    }

    @Override
    public Step<Subject> step(View<Subject> view, @Nullable Subject present, StreamEvent event, Request request) {
        return switch (event) {
            case StreamEvent.Create create -> created(view, create);
            case StreamEvent.OfSession ofSession
            when present instanceof Session session -> ofSession(view, session, ofSession);
            case StreamEvent.Action action
            when present instanceof Stream stream -> onStream(view, stream, action, request);
            case StreamEvent.OfSession _, StreamEvent.Action _ ->
                throw new IllegalStateException(request.target() + " is registered as something else");
        };
    }

    private static Step<Subject> created(View<Subject> view, StreamEvent.Create create) {
        Charter charter = create.charter();
        Stream stream = new Stream(Keys.stream(charter.stream()), charter, create.ownership(), StreamState.Idle.IDLE);
        if (!(view.state(charter.sessionKey()) instanceof Session session)) {
            return new Step.Moved<>(stream, List.of(new Alongside<>(Session.begun(charter))));
        }
        return session.ended() ? refusedByEnd(session.name()) : Step.moved(stream);
    }

    private static Step<Subject> refusedByEnd(String session) {
        return Step.refused(StreamRules.VALID_TRANSITION, "session " + session + " has ended");
    }

    private static Step<Subject> ofSession(View<Subject> view, Session session, StreamEvent.OfSession event) {
        return switch (event) {
            case SESSION_END -> session.ended() ? refusedByEnd(session.name()) : Step.moved(session.closed());
            case OVERRIDE_END -> Step.moved(session.with(null));
            case RESUME ->
                view.isHalted(session.id())
                        ? new Step.Moved<>(session, List.of(new Lift(session.id())))
                        : Step.refused(StreamRules.VALID_TRANSITION, "session " + session.name() + " is not halted");
        };
    }

    private Step<Subject> onStream(View<Subject> view, Stream stream, StreamEvent.Action action, Request request) {
        if (Overrides.session(view, stream).ended()) {
            return refusedByEnd(stream.charter().session());
        }
        return switch (machine.propose(stream.state(), action)) {
            case Step.Moved<StreamState>(StreamState next, var _) ->
                new Step.Moved<>(
                        stream.with(ownership(stream, action, request), next),
                        alongside(view, stream, action, request.actor()));
            case Step.Refused<StreamState>(String rule, String reason) -> Step.refused(rule, reason);
        };
    }

    /** The owner and delegates that this action leaves the stream. */
    private static @Nullable Ownership ownership(Stream stream, StreamEvent.Action action, Request request) {
        Ownership present = stream.ownership();
        return switch (action) {
            case StreamEvent.Lifecycle lifecycle ->
                present == null || lifecycle != StreamEvent.Lifecycle.RESTART ? present : present.withoutDelegates();
            case StreamEvent.Stop _, StreamEvent.Interrupt _, StreamEvent.OfGraph _, StreamEvent.OfOverride _ ->
                present;
            case StreamEvent.Claim(int priority) -> Ownership.of(request.actor(), priority, request.at());
            case StreamEvent.Release _ -> null;
            case StreamEvent.Transfer(String to) ->
                Ownership.of(to, present == null ? Ownership.DEFAULT_PRIORITY : present.priority(), request.at());
            case StreamEvent.Delegate(String to) -> present == null ? null : present.naming(to);
        };
    }

    private static List<? extends Effect> alongside(
            View<Subject> view, Stream stream, StreamEvent.Action action, String actor) {
        if (!(action instanceof StreamEvent.OfOverride act)) {
            return List.of();
        }
        return switch (act) {
            case StreamEvent.EnableOverride(AccessibilityState override) ->
                Overrides.enabled(view, stream, actor, override);
            case StreamEvent.UpdateOverride(var changes) -> Overrides.updated(view, stream, actor, changes);
            case StreamEvent.DisableOverride _ -> Overrides.disabled(view, stream, actor);
            case StreamEvent.Tamper _ -> List.of();
        };
    }

    @Override
    public List<Invariant<Case<Subject, StreamEvent>>> catalogue() {
        return catalogue;
    }

    @Override
    public boolean allHold(Case<Subject, StreamEvent> decided) {
        return invariants.allHold(decided);
    }

    @Override
    public String scope(View<Subject> view, @Nullable Subject present, Request request, StreamEvent event) {
        return switch (present) {
            case Stream stream -> stream.charter().sessionKey();
            case Session session -> session.id();
            case UserOverrides users -> users.id();
            case null ->
                event instanceof StreamEvent.Create create ? create.charter().sessionKey() : request.target();
        };
    }

    @Override
    public Metadata metadata(Case<Subject, StreamEvent> decided, Decision decision) {
        return metadata.of(decided, decision);
    }

    @Override
    public Metadata unjudged(@Nullable Subject state) {
        return metadata.of(state);
    }

    /** The runtime ends a flush (ruling A6) and a session's override (ruling A12) by requests of its own. */
    @Override
    public List<Request> followUps(View<Subject> view, Case<Subject, StreamEvent> decided) {
        Request request = decided.request();
        if (decided.event() instanceof StreamEvent.Interrupt interrupt && !interrupt.hold()) {
            return List.of(request.instead(SYSTEM, request.target(), "STOP", Json.Obj.EMPTY));
        }
        boolean overrideEnds = decided.event() == StreamEvent.OfSession.SESSION_END
                && decided.present() instanceof Session session
                && session.override() != null;
        return overrideEnds ? List.of(overrideEnd(request)) : List.of();
    }

    private static Request overrideEnd(Request request) {
        return new Request(
                request.at(), SYSTEM, request.target(), "DISABLE_OVERRIDE", Json.Obj.EMPTY, StreamRequests.OF_SESSION);
    }

    @Override
    public boolean isOver(Subject subject) {
        return subject instanceof Stream stream
                && (stream.state() instanceof StreamState.Stopped || stream.state() instanceof StreamState.Failed);
    }

    @Override
    public Json printed(View<Subject> view, Verdict<Subject> verdict) {
        return verdict.state() instanceof Stream stream ? Json.of(stream.state().code()) : Json.Null.NULL;
    }

    /** Whether somebody of this priority has the right to interrupt the stream of that name, whether or not it plays. */
    public boolean mayEverInterrupt(View<Subject> view, String name, String actor, int priority) {
        Stream stream = stream(view, name);
        return stream != null && Authority.mayInterrupt(view, stream, actor, priority, reading);
    }

    /** The stream of that name, or null. */
    public static @Nullable Stream stream(View<Subject> view, String name) {
        return view.state(Keys.stream(name)) instanceof Stream stream ? stream : null;
    }

    /** The session of that name, or null. */
    public static @Nullable Session session(View<Subject> view, String name) {
        return view.state(Keys.session(name)) instanceof Session session ? session : null;
    }

    /** Who has an override of their own that outlives a session. */
    public static Set<String> usersWithOverrides(View<Subject> view) {
        return view.state(Keys.USERS) instanceof UserOverrides overrides
                ? overrides.byUser().keySet()
                : Set.of();
    }
}
