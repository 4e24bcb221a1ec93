package dev.parley.session.port;

import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import java.util.List;
import java.util.function.Consumer;

/** The record as a runtime sees it: shared by all runtimes, and all that a conversation takes from one to the other. */
public interface Records {
    /** The journal of one conversation; what it answers later comes through the door. */
    Journal journal(String conversation, Consumer<SessionEvent> door);

    /** Everything recorded of a conversation so far, empty where there is none. */
    List<Rune> read(String conversation);
}
