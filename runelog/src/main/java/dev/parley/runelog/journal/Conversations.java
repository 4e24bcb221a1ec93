package dev.parley.runelog.journal;

import dev.parley.runelog.fault.LogCatalogue;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All conversations of a log, by name. */
public final class Conversations {
    private final ConcurrentHashMap<String, ConversationLog> logs = new ConcurrentHashMap<>();
    private final LogCatalogue catalogue;
    private volatile Consumer<ConversationLog> onHalt = ignored -> {};

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

    /** Is called, on the thread that met the damage, when a conversation is halted from now on. */
    public void onHalt(Consumer<ConversationLog> listener) {
        onHalt = listener;
    }

    void halted(ConversationLog log) {
        onHalt.accept(log);
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
