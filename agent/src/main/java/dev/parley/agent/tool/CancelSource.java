package dev.parley.agent.tool;

import dev.parley.kernel.port.CancelToken;
import java.util.ArrayList;
import java.util.List;

/** A cancel token and the hand that cancels it. */
public final class CancelSource implements CancelToken {
    private final List<Runnable> actions = new ArrayList<>();
    private boolean cancelled;

    @Override
    public synchronized boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void onCancel(Runnable action) {
        synchronized (this) {
            if (!cancelled) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    public void cancel() {
        List<Runnable> due;
        synchronized (this) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            due = List.copyOf(actions);
            actions.clear();
        }
        due.forEach(Runnable::run);
    }
}
