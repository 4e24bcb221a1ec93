package dev.parley.session.port;

import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import java.util.List;
import java.util.function.Consumer;

/** The record as a host sees it: shared by all hosts, and all that a conversation takes from one to the other. */
public interface Records {
    /**
     * The journal of one conversation under this epoch: from now on nothing older is recorded of it, whoever writes. What the
     * journal answers later comes through the door, which is called on any thread.
     */
    Journal journal(String conversation, long epoch, Consumer<SessionEvent> door);

    /** Everything recorded of a conversation so far, empty where there is none. It may block. */
    List<Rune> read(String conversation);
}
