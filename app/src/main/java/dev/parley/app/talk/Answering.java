package dev.parley.app.talk;

import dev.parley.session.SessionHost.Ending;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether what was typed last is still to be answered. The carrier tells it, whoever types waits for it. */
final class Answering {
    private final List<Runnable> watchers = new ArrayList<>();
    private boolean busy;
    private boolean heard = true;
    private @Nullable Ending ending;

    /** Something is typed now; false where something else is still to be answered, unless it may interrupt that. */
    synchronized boolean begin(boolean interrupts) {
        if (ending != null) {
            return true;
        }
        if (busy && !interrupts) {
            return false;
        }
        busy = true;
        heard = false;
        return true;
    }

    /** Words were taken in. */
    synchronized void taken() {
        heard = true;
    }

    /** The conversation waits for a person; false where it has not yet heard what was typed. */
    synchronized boolean waits() {
        if (!heard) {
            return false;
        }
        busy = false;
        notifyAll();
        return true;
    }

    void over(Ending how) {
        List<Runnable> told;
        synchronized (this) {
            ending = how;
            busy = false;
            notifyAll();
            told = List.copyOf(watchers);
        }
        told.forEach(Runnable::run);
    }

    synchronized void whenOver(Runnable watcher) {
        watchers.add(watcher);
    }

    synchronized @Nullable Ending ending() {
        return ending;
    }

    synchronized void await() {
        try {
            while (busy) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
