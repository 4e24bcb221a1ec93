package dev.parley.runelog.journal;

import dev.parley.kernel.Violation;
import dev.parley.runelog.fault.LogCatalogue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All conversations of a log, by name. Those that are used are objects with a monitor; the others rest as a few bytes and
 * come back when somebody asks for them. Whoever keeps an object over time pins it.
 */
public final class Conversations {
    /** Hears of broken invariants. */
    public interface Listener {
        void violated(String conversation, long eventId, Violation broken);
    }

    /** A {@link ConversationLog}, or the bytes of one that rests. */
    private final ConcurrentHashMap<String, Object> logs = new ConcurrentHashMap<>();

    private final LinkedBlockingQueue<ConversationLog> awake = new LinkedBlockingQueue<>();
    private final Map<Long, Set<String>> entered = new HashMap<>();
    private final LogCatalogue catalogue;
    private volatile Listener listener = (conversation, eventId, broken) -> {};

    public Conversations(LogCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** The conversation of this name, begun where it is new. It may go to rest again unless it is pinned or appended to. */
    public ConversationLog of(String name) {
        ConversationLog log = logs.get(name) instanceof ConversationLog known
                ? known
                : (ConversationLog) logs.compute(name, this::awakened);
        log.wasUsed = true;
        return log;
    }

    private Object awakened(String name, @Nullable Object known) {
        if (known instanceof ConversationLog log) {
            return log;
        }
        ConversationLog log = known instanceof byte[] kept
                ? ConversationLog.woken(name, this, kept)
                : new ConversationLog(name, this);
        awake.add(log);
        return log;
    }

    public @Nullable ConversationLog find(String name) {
        Object known = logs.get(name);
        if (known instanceof ConversationLog log) {
            log.wasUsed = true;
            return log;
        }
        return known == null ? null : of(name);
    }

    /** The conversation of this name, which stays in memory until it is unpinned. */
    public ConversationLog pinned(String name) {
        ConversationLog log = of(name);
        while (!log.pin()) {
            log = of(name);
        }
        return log;
    }

    /** Uses a conversation that stays in memory meanwhile. */
    public <T> T use(String name, Function<ConversationLog, T> what) {
        ConversationLog log = pinned(name);
        try {
            return what.apply(log);
        } finally {
            log.unpin();
        }
    }

    /** A conversation to look at for a moment: where it rests, what is answered is a copy of it. */
    public ConversationLog peek(String name) {
        Object known = logs.get(name);
        if (known instanceof ConversationLog log) {
            return log;
        }
        return known instanceof byte[] kept ? ConversationLog.woken(name, this, kept) : new ConversationLog(name, this);
    }

    /** Lets conversations rest that nobody has asked for since the last call, and that nobody uses. */
    public void restIdle() {
        for (ConversationLog log : awake()) {
            if (log.wasUsed || log.isHeadDue || !rest(log)) {
                log.wasUsed = false;
                awake.add(log);
            }
        }
    }

    /** Lets all rest that nobody uses, where very many are awake: while a log is opened. */
    void restBeyond(int most) {
        if (awake.size() > most) {
            awake().forEach(log -> {
                if (!rest(log)) {
                    awake.add(log);
                }
            });
        }
    }

    private boolean rest(ConversationLog log) {
        byte[] kept = log.rest();
        if (kept != null) {
            logs.put(log.name(), kept);
        }
        return kept != null;
    }

    /** Takes all that are awake. */
    private List<ConversationLog> awake() {
        List<ConversationLog> all = new ArrayList<>(awake.size());
        awake.drainTo(all);
        return all;
    }

    /** Those that are in memory as objects; all others are neither halted nor watched. */
    public List<ConversationLog> inMemory() {
        return List.copyOf(awake);
    }

    /** Notes that a conversation has a segment in a file that is not finished. */
    void entered(String name, long file) {
        synchronized (entered) {
            entered.computeIfAbsent(file, ignored -> new HashSet<>()).add(name);
        }
    }

    /** Takes the names of those that have entered a file since it was begun. */
    Set<String> takeEntered(long file) {
        synchronized (entered) {
            Set<String> names = entered.remove(file);
            return names == null ? Set.of() : new TreeSet<>(names);
        }
    }

    List<Segment> segmentsIn(String name, long file) {
        return use(name, log -> log.segmentsIn(file));
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

    /** How many there are. */
    public int size() {
        return logs.size();
    }
}
