package dev.parley.app.talk;

import dev.parley.app.io.Streams;
import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.speak.Sayable;
import org.jline.utils.WCWidth;

/**
 * A screen with a person before it: letters appear as they are said, and a prompt shows that it is their turn. Where a
 * {@link Keyboard} brings every letter they stand behind a prompt of their own, never in the middle of what is said: typed too
 * early, they are shown there as soon as it comes.
 */
final class Terminal implements TalkScreen {
    /** How long a word is shown to somebody who reads along, in milliseconds. */
    private static final long READABLE_MS = 60;

    private static final String PROMPT = "> ";
    /** Ends every question that only counts as answered once it was heard to its end. */
    private static final String YES_OR_NO = "yes or no.";

    private final Streams streams;
    private final boolean paced;
    /** What is typed and not entered, as far as it is known here. */
    private final StringBuilder typed = new StringBuilder();
    /** Lines that were entered in the middle of what is said, and are not shown yet. */
    private final StringBuilder owed = new StringBuilder();

    /** Whether the person may type by now; otherwise nothing invites them to. */
    private boolean invited;

    private boolean prompted;
    private boolean speaking;
    private boolean stopping;
    private boolean asks;

    /** @param paced whether words appear one after the other; otherwise a reply is there at once, as a whole line */
    Terminal(Streams streams, boolean paced) {
        this.streams = streams;
        this.paced = paced;
    }

    @Override
    public long wordMs() {
        return paced ? READABLE_MS : 0;
    }

    @Override
    public synchronized void show(String piece) {
        clearPrompt();
        speaking = true;
        streams.out().print(Sayable.of(piece));
        streams.out().flush();
    }

    @Override
    public synchronized void end(boolean whole) {
        streams.out().println(whole ? "" : " -");
        streams.out().flush();
        speaking = false;
        stopping = false;
        streams.err().print(owed);
        streams.err().flush();
        owed.setLength(0);
    }

    @Override
    public synchronized void remark(String line) {
        clearPrompt();
        streams.out().println(Sayable.of(line));
        streams.out().flush();
    }

    @Override
    public synchronized void recorded(Rune rune) {
        if (EventCatalogue.read(rune) instanceof AgentReplied reply) {
            asks = reply.piiText().endsWith(YES_OR_NO);
        }
        TalkScreen.super.recorded(rune);
    }

    @Override
    public synchronized void prompt() {
        if (!prompted && invited && !speaking) {
            prompted = true;
            print(PROMPT, typed);
        }
    }

    /** From now on the person may type. */
    synchronized void invite() {
        invited = true;
        prompt();
    }

    private void print(CharSequence... shown) {
        for (CharSequence each : shown) {
            streams.err().print(each);
        }
        streams.err().flush();
    }

    /**
     * The person has typed this letter. Returns whether it is the first one in the middle of an answer, which then stops; a
     * question goes on to its end, because an answer to it counts only then.
     */
    synchronized boolean letter(String letter) {
        typed.append(letter);
        if (prompted) {
            print(letter);
        }
        boolean interrupts = speaking && !stopping && !asks;
        stopping |= interrupts;
        return interrupts;
    }

    /** The person takes back their last letters, as far as there are some. */
    synchronized void erase(int letters) {
        for (int i = 0; i < letters && !typed.isEmpty(); i++) {
            int last = typed.codePointBefore(typed.length());
            typed.setLength(typed.length() - Character.charCount(last));
            if (prompted) {
                print("\b \b".repeat(Math.max(0, WCWidth.wcwidth(last))));
            }
        }
    }

    synchronized boolean isEmpty() {
        return typed.isEmpty();
    }

    /** The person has entered what they typed. */
    synchronized String entered() {
        String line = typed.toString();
        typed.setLength(0);
        if (prompted) {
            clearPrompt();
        } else if (speaking) {
            owed.append(PROMPT).append(line).append(System.lineSeparator());
        } else {
            print(PROMPT, line, System.lineSeparator());
        }
        return line;
    }

    /** The person has entered a line that the terminal itself has shown, so that a new prompt is due. */
    synchronized void lineEntered() {
        prompted = false;
    }

    /** The terminal itself shows that Ctrl-C was pressed, so that the line is not empty, as after a prompt. */
    synchronized void crossed() {
        prompted = true;
    }

    /** Ctrl-C was pressed: what was typed counts no more. */
    synchronized void dropped() {
        typed.setLength(0);
        if (prompted) {
            print("^C");
            clearPrompt();
            prompt();
        }
    }

    /** The person has left: they are prompted no more, and what is told them now begins a line of its own. */
    synchronized void left() {
        invited = false;
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
