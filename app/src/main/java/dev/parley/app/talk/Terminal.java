package dev.parley.app.talk;

import dev.parley.app.Streams;

/** A screen with a person before it: letters appear as they are said, and a prompt shows that it is their turn. */
final class Terminal implements TalkScreen {
    /** How long a word is shown to somebody who reads along, in milliseconds. */
    private static final long READABLE_MS = 60;

    private final Streams streams;
    private boolean prompted;
    private boolean gone;

    Terminal(Streams streams) {
        this.streams = streams;
    }

    @Override
    public long wordMs() {
        return READABLE_MS;
    }

    @Override
    public synchronized void show(String piece) {
        clearPrompt();
        streams.out().print(piece);
        streams.out().flush();
    }

    @Override
    public synchronized void end(boolean whole) {
        streams.out().println(whole ? "" : " -");
        streams.out().flush();
    }

    @Override
    public synchronized void remark(String line) {
        clearPrompt();
        streams.out().println(line);
        streams.out().flush();
    }

    @Override
    public synchronized void prompt() {
        if (!prompted && !gone) {
            prompted = true;
            streams.err().print("> ");
            streams.err().flush();
        }
    }

    /** The person has typed a line, so that a new prompt is due. */
    synchronized void typed() {
        prompted = false;
    }

    /** The terminal shows that Ctrl-C was pressed, so that the line is not empty, as after a prompt. */
    synchronized void crossed() {
        prompted = true;
    }

    /** The person has left: they are prompted no more, and what is told them now begins a line of its own. */
    synchronized void left() {
        gone = true;
        clearPrompt();
        streams.err().flush();
    }

    private void clearPrompt() {
        if (prompted) {
            prompted = false;
            streams.err().println();
        }
    }
}
