package dev.parley.agent.budget;

import dev.parley.agent.tool.Timeline;

/** The time an agent has worked: it goes on with the timeline and stands still while a person is being asked. */
public final class WorkTime {
    private final Timeline timeline;
    private final long startMs;
    private long stoodStillMs;
    private long heldSinceMs;
    private int questions;

    public WorkTime(Timeline timeline) {
        this.timeline = timeline;
        this.startMs = timeline.nowMs();
    }

    public synchronized long elapsedMs() {
        long nowMs = questions > 0 ? heldSinceMs : timeline.nowMs();
        return nowMs - startMs - stoodStillMs;
    }

    /** A question is open; with several the time goes on when the last one is answered. */
    public synchronized void hold() {
        if (questions == 0) {
            heldSinceMs = timeline.nowMs();
        }
        questions++;
    }

    public synchronized void release() {
        questions--;
        if (questions == 0) {
            stoodStillMs += timeline.nowMs() - heldSinceMs;
        }
    }
}
