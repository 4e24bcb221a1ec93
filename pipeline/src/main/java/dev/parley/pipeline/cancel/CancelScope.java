package dev.parley.pipeline.cancel;

import dev.parley.kernel.port.CancelToken;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work that can be stopped as one: the session, a turn in it, a node in that, a provider call in that.
 *
 * <p>Work notes the scope's generation when it starts and shows it with everything it produces. A cancel moves the
 * generation on, so {@link #accepts(long)} tells what is late (ruling D2). A scope is cancelled once; the next piece of
 * work gets a scope of its own, with a generation never used before in the session.
 */
public final class CancelScope implements CancelToken {
    private final ScopeKind kind;
    private final String id;
    private final @Nullable CancelScope parent;
    private final Generations generations;
    private final List<CancelScope> children = new ArrayList<>(0);
    private final List<Runnable> actions = new ArrayList<>(0);
    private volatile long generation;
    private volatile @Nullable Cancelled cancelled;
    private boolean finished;

    /** Why and when a scope was cancelled, and which scope the cancel entered at. */
    public record Cancelled(String reason, long atNanos, ScopeKind enteredAt) {}

    private CancelScope(ScopeKind kind, String id, @Nullable CancelScope parent, Generations generations) {
        this.kind = kind;
        this.id = id;
        this.parent = parent;
        this.generations = generations;
        this.generation = generations.next();
    }

    public static CancelScope session(String id) {
        return new CancelScope(ScopeKind.SESSION, id, null, new Generations());
    }

    /** A narrower scope inside this one. Inside a cancelled scope it is born cancelled. */
    public CancelScope child(ScopeKind inner, String innerId) {
        if (!kind.contains(inner)) {
            throw new IllegalArgumentException("a " + kind.spelled() + " scope cannot contain a " + inner.spelled());
        }
        CancelScope child = new CancelScope(inner, innerId, this, generations);
        Cancelled already;
        synchronized (this) {
            already = cancelled;
            if (already == null) {
                children.add(child);
            }
        }
        if (already != null) {
            child.cancel(already);
        }
        return child;
    }

    public ScopeKind kind() {
        return kind;
    }

    public String id() {
        return id;
    }

    /** The generation that work started now must show. */
    public long generation() {
        return generation;
    }

    /** Whether something produced under this generation still counts. */
    public boolean accepts(long shown) {
        return shown == generation && cancelled == null;
    }

    /** Stops everything inside, widest first, in the order in which it began. Answers false if it had been stopped. */
    public boolean cancel(String reason, long nowNanos) {
        return cancel(new Cancelled(reason, nowNanos, kind));
    }

    private boolean cancel(Cancelled why) {
        List<CancelScope> inside;
        List<Runnable> told;
        synchronized (this) {
            if (cancelled != null || finished) {
                return false;
            }
            cancelled = why;
            generation = generations.next();
            inside = List.copyOf(children);
            told = List.copyOf(actions);
            children.clear();
            actions.clear();
        }
        told.forEach(Runnable::run);
        inside.forEach(child -> child.cancel(why));
        detach();
        return true;
    }

    /** The work ended by itself: the scope lets go of everything and can no longer be cancelled. */
    public void finish() {
        synchronized (this) {
            finished = true;
            children.clear();
            actions.clear();
        }
        detach();
    }

    @Override
    public boolean isCancelled() {
        return cancelled != null;
    }

    /** Why it was cancelled, or null while it was not. */
    public @Nullable Cancelled cancelled() {
        return cancelled;
    }

    @Override
    public void onCancel(Runnable action) {
        synchronized (this) {
            if (finished) {
                return;
            }
            if (cancelled == null) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    /** How many scopes inside this one are still open. */
    public synchronized int open() {
        return children.size();
    }

    private void detach() {
        CancelScope outer = parent;
        if (outer != null) {
            synchronized (outer) {
                outer.children.remove(this);
            }
        }
    }

    /** Numbers that grow through the whole session, so that a generation is never used twice. */
    private static final class Generations {
        private long last;

        synchronized long next() {
            return ++last;
        }
    }
}
