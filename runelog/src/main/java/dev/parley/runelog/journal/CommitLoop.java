package dev.parley.runelog.journal;

import dev.parley.runelog.fault.LogFault;

/** The thread that writes the journal, group after group, for as long as the log is open. */
public final class CommitLoop implements AutoCloseable {
    private final Journal journal;
    private final Thread thread;

    public CommitLoop(Journal journal) {
        this.journal = journal;
        this.thread = Thread.ofPlatform().name("parley-journal").daemon(true).unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = journal.commitNext();
        }
    }

    /** Lets the loop finish what has gathered, and waits for it. */
    @Override
    public void close() {
        journal.beginClosing();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LogFault("Interrupted while the journal was closing.", interrupted);
        }
    }
}
