package dev.parley.kernel.stream;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.stream.StreamEvent.Lifecycle;
import dev.parley.kernel.stream.StreamEvent.OfSession;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads a request's action and parameters into an event, or says in one sentence why it cannot. */
final class StreamRequests {
    /** Marks the runtime's own requests about a session, whose targets are no streams. */
    static final String OF_SESSION = "session";

    private static final Reading<StreamEvent> START = Reading.understood(Lifecycle.START);
    private static final Reading<StreamEvent> COMPILE = Reading.understood(Lifecycle.COMPILE);
    private static final Reading<StreamEvent> SYNTHESIZE = Reading.understood(Lifecycle.SYNTHESIZE);
    private static final Reading<StreamEvent> PLAY = Reading.understood(Lifecycle.PLAY);
    private static final Reading<StreamEvent> FAIL = Reading.understood(Lifecycle.FAIL);
    private static final Reading<StreamEvent> RESTART = Reading.understood(Lifecycle.RESTART);
    private static final Reading<StreamEvent> STOP = Reading.understood(StreamEvent.Stop.REQUESTED);
    private static final Reading<StreamEvent> STOP_BY_SYSTEM = Reading.understood(StreamEvent.Stop.BY_SYSTEM);
    private static final Reading<StreamEvent> INTERRUPT = Reading.understood(StreamEvent.Interrupt.PLAIN);
    private static final Reading<StreamEvent> RELEASE = Reading.understood(StreamEvent.Release.RELEASE);
    private static final Reading<StreamEvent> COMMIT = Reading.understood(StreamEvent.Commit.COMMIT);

    private StreamRequests() {}

    static Reading<StreamEvent> read(Request request) {
        if (request.actor().isEmpty()) {
            return Reading.malformed("the request names no actor");
        }
        try {
            return event(request, new Parameters(request.parameters()));
        } catch (Parameters.Unfit e) {
            return Reading.malformed(e.reason());
        }
    }

    private static Reading<StreamEvent> event(Request request, Parameters parameters) throws Parameters.Unfit {
        return switch (request.action()) {
            case "START" -> START;
            case "COMPILE" -> COMPILE;
            case "SYNTHESIZE" -> SYNTHESIZE;
            case "PLAY" -> PLAY;
            case "FAIL" -> FAIL;
            case "RESTART" -> RESTART;
            case "STOP" -> request.actorKind() == ActorKind.SYSTEM ? STOP_BY_SYSTEM : STOP;
            case "INTERRUPT" -> parameters.isEmpty() ? INTERRUPT : interrupt(parameters);
            case "RELEASE" -> RELEASE;
            case "COMMIT" -> COMMIT;
            default -> {
                StreamEvent event = otherwise(request, parameters);
                yield event == null
                        ? Reading.malformed("'" + request.action() + "' is not an action of a stream")
                        : Reading.understood(event);
            }
        };
    }

    private static @Nullable StreamEvent otherwise(Request request, Parameters parameters) throws Parameters.Unfit {
        return switch (request.action()) {
            case "CREATE" -> create(request, parameters);
            case "CLAIM" -> new StreamEvent.Claim(priority(parameters));
            case "TRANSFER" -> new StreamEvent.Transfer(agent(parameters));
            case "DELEGATE" -> new StreamEvent.Delegate(parameters.text("to"));
            case "ENABLE_OVERRIDE" -> new StreamEvent.EnableOverride(override(parameters));
            case "UPDATE_OVERRIDE" -> new StreamEvent.UpdateOverride(changes(parameters));
            case "DISABLE_OVERRIDE" ->
                OF_SESSION.equals(request.machine()) ? OfSession.OVERRIDE_END : StreamEvent.DisableOverride.DISABLE;
            case "MUTATE_GRAPH" -> mutate(parameters);
            case "ROLLBACK" -> new StreamEvent.Rollback(parameters.wholeOrNull("to_revision", 0, Integer.MAX_VALUE));
            case "TAMPER" -> tamper(parameters);
            case "SESSION_END" -> OfSession.SESSION_END;
            case "RESUME" -> OfSession.RESUME;
            default -> null;
        };
    }

    private static int priority(Parameters parameters) throws Parameters.Unfit {
        Integer given = parameters.wholeOrNull("priority", Ownership.LOWEST_PRIORITY, Ownership.HIGHEST_PRIORITY);
        return given == null ? Ownership.DEFAULT_PRIORITY : given;
    }

    private static Reading<StreamEvent> interrupt(Parameters parameters) throws Parameters.Unfit {
        String flush = parameters.oneOf("flush", "auto", "hold");
        return Reading.understood(new StreamEvent.Interrupt(priority(parameters), "hold".equals(flush)));
    }

    private static StreamEvent create(Request request, Parameters parameters) throws Parameters.Unfit {
        String session = parameters.textOrNull("session");
        String named = session == null ? "session:" + request.target() : session;
        Boolean interruptible = parameters.flagOrNull("interruptible");
        Charter charter = new Charter(
                request.target(),
                named,
                Keys.session(named),
                parameters.textOrNull("user"),
                interruptible != null && interruptible,
                request.at(),
                parameters.valueOrNull("opaque_data"));
        int priority = priority(parameters);
        String owner = owner(request, parameters);
        return new StreamEvent.Create(charter, owner == null ? null : Ownership.of(owner, priority, request.at()));
    }

    /** The creator is the first owner where it is an agent (ruling A11); a request may name another, or nobody. */
    private static @Nullable String owner(Request request, Parameters parameters) throws Parameters.Unfit {
        if (parameters.has("owner")) {
            return parameters.textOrNull("owner");
        }
        return request.actorKind() == ActorKind.AGENT ? request.actor() : null;
    }

    private static String agent(Parameters parameters) throws Parameters.Unfit {
        String to = parameters.text("to");
        if (ActorKind.of(to) != ActorKind.AGENT) {
            throw new Parameters.Unfit("to must name an agent");
        }
        return to;
    }

    private static AccessibilityState override(Parameters parameters) throws Parameters.Unfit {
        return new AccessibilityState(Scope.SESSION, null, null, false).with(changes(parameters));
    }

    private static StreamEvent.UpdateOverride.Changes changes(Parameters parameters) throws Parameters.Unfit {
        String scope = parameters.oneOf("scope", Scope.SESSION.code(), Scope.USER.code());
        return new StreamEvent.UpdateOverride.Changes(
                scope == null ? null : Scope.valueOf(scope.toUpperCase(Locale.ROOT)),
                setting(parameters, "speech_rate"),
                setting(parameters, "pause_amplification"),
                parameters.flagOrNull("forced_captions"));
    }

    private static StreamEvent.UpdateOverride.@Nullable Setting setting(Parameters parameters, String name)
            throws Parameters.Unfit {
        if (!parameters.has(name)) {
            return null;
        }
        BigDecimal value = parameters.numberOrNull(name, AccessibilityState.SLOWEST, AccessibilityState.FASTEST);
        return new StreamEvent.UpdateOverride.Setting(value);
    }

    private static StreamEvent mutate(Parameters parameters) throws Parameters.Unfit {
        parameters.value("change");
        return StreamEvent.MutateGraph.MUTATE;
    }

    private static StreamEvent tamper(Parameters parameters) throws Parameters.Unfit {
        String name = parameters.text("field");
        for (StreamEvent.Tamper.Field field : StreamEvent.Tamper.Field.values()) {
            if (field.name().toLowerCase(Locale.ROOT).equals(name)) {
                return new StreamEvent.Tamper(field, tampered(field, parameters));
            }
        }
        throw new Parameters.Unfit("'" + name + "' is not a field of the accessibility state");
    }

    private static Json tampered(StreamEvent.Tamper.Field field, Parameters parameters) throws Parameters.Unfit {
        Json value = parameters.value("value");
        if (field == StreamEvent.Tamper.Field.OVERRIDE_ACTIVE && !(value instanceof Json.Bool)) {
            throw new Parameters.Unfit("value must be true or false");
        }
        return value;
    }
}
