package dev.parley.pipeline.external;

/** A way to another process, line by line. */
interface Link {
    /** Takes a line to be sent, without waiting; false when too many are waiting or the link is closed. */
    boolean send(String line);

    /** Ends the link at once, and the process behind it where it is a child. */
    void kill();

    /** What a link tells, from a thread of its own. */
    interface Listener {
        void onLine(String line);

        /** The last thing a link says, and the reason. */
        void onClosed(String reason);
    }
}
