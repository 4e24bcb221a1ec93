package dev.parley.pipeline.run;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.graph.NodeDeclaration.StateUse;
import dev.parley.pipeline.node.StateHandle;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * The state of a session by class. What is ephemeral ends with the turn; what is hot stays in this runtime and is lost at
 * a handover; what is durable is told to the record at every change and comes along.
 */
public final class SessionState implements StateHandle {
    private final Map<String, Json> ephemeral = new TreeMap<>();
    private final Map<String, Json> hot = new TreeMap<>();
    private final Map<String, Json> durable = new TreeMap<>();
    private final BiConsumer<String, Json> onDurable;

    /** An empty state; the listener records each change of what is durable. */
    public SessionState(BiConsumer<String, Json> onDurable) {
        this.onDurable = onDurable;
    }

    /** State that nothing outlives, for a run that has no session around it. */
    public static SessionState disposable() {
        return new SessionState((key, value) -> {});
    }

    /** What a runtime starts with after a handover or a restart: the durable part, and nothing else. */
    public static SessionState reattached(Json.Obj durable, BiConsumer<String, Json> onDurable) {
        SessionState state = new SessionState(onDurable);
        state.durable.putAll(durable.fields());
        return state;
    }

    @Override
    public Optional<Json> read(StateUse use, String key) {
        return Optional.ofNullable(of(use).get(key));
    }

    @Override
    public void write(StateUse use, String key, Json value) {
        of(use).put(key, value);
        if (use == StateUse.SESSION_DURABLE) {
            onDurable.accept(key, value);
        }
    }

    /** Forgets what belonged to the turn. */
    public void endTurn() {
        ephemeral.clear();
    }

    /** What survives. */
    public Json.Obj durable() {
        return new Json.Obj(durable);
    }

    private Map<String, Json> of(StateUse use) {
        return switch (use) {
            case TURN_EPHEMERAL -> ephemeral;
            case SESSION_HOT -> hot;
            case SESSION_DURABLE -> durable;
        };
    }
}
