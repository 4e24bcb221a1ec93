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

    /** Whatever ends the loop early halts the journal, so that nobody waits for a thread that is gone. */
    private void run() {
        try {
            boolean goesOn = true;
            while (goesOn) {
                goesOn = journal.commitNext();
            }
        } catch (RuntimeException | Error broken) {
            journal.halt(broken);
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
