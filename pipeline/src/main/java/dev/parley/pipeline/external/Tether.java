package dev.parley.pipeline.external;

import org.jspecify.annotations.Nullable;

/**
 * Holds a link that is opened on one thread and ended on another. One that is attached after the end is ended at once, so
 * that no process outlives its node.
 */
final class Tether {
    private @Nullable Link link;
    private boolean ended;

    void attach(Link opened) {
        synchronized (this) {
            if (!ended) {
                link = opened;
                return;
            }
        }
        opened.kill();
    }

    boolean send(String line) {
        Link open = link();
        return open != null && open.send(line);
    }

    void end() {
        Link open;
        synchronized (this) {
            ended = true;
            open = link;
        }
        if (open != null) {
            open.kill();
        }
    }

    synchronized boolean isEnded() {
        return ended;
    }

    private synchronized @Nullable Link link() {
        return link;
    }
}
