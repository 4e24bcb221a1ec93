package dev.parley.runelog.journal;

import dev.parley.kernel.Violation;
import dev.parley.runelog.fault.LogCatalogue;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All conversations of a log, by name. */
public final class Conversations {
    /** Hears of broken invariants. */
    public interface Listener {
        void violated(String conversation, long eventId, Violation broken);
    }

    private final ConcurrentHashMap<String, ConversationLog> logs = new ConcurrentHashMap<>();
    private final LogCatalogue catalogue;
    private volatile Listener listener = (conversation, eventId, broken) -> {};

    public Conversations(LogCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** The conversation of this name, begun where it is new. */
    public ConversationLog of(String name) {
        ConversationLog known = logs.get(name);
        return known != null ? known : logs.computeIfAbsent(name, fresh -> new ConversationLog(fresh, this));
    }

    public @Nullable ConversationLog find(String name) {
        return logs.get(name);
    }

    /** Is called, on the thread that met it, for every invariant that is found broken from now on. */
    public void onViolation(Listener next) {
        listener = next;
    }

    void violated(String conversation, long eventId, Violation broken) {
        listener.violated(conversation, eventId, broken);
    }

    public LogCatalogue catalogue() {
        return catalogue;
    }

    /** The names, sorted. */
    public List<String> names() {
        return logs.keySet().stream().sorted().toList();
    }

    Collection<ConversationLog> all() {
        return logs.values();
    }
}
