package dev.parley.session;

import dev.parley.kernel.rune.Lane;

/**
 * Hears what happens in a host, for meters and for the log of the process. Called from any thread, also from those that run
 * conversations: it must return at once. What it throws is ignored.
 */
public interface HostListener {
    /** Hears nothing. */
    HostListener NONE = new HostListener() {};

    default void opened(String session) {}

    /** A session was not taken in, by this rule. */
    default void refused(String session, String rule) {}

    /** Nothing happens in this session until a person says or does something. Told again after everything taken in. */
    default void waits(String session) {}

    /** So many events did not fit through the door of a session. */
    default void dropped(String session, Lane lane, long count) {}

    /** A snapshot of this session could not be kept; its record is as it was. */
    default void unkept(String session, Throwable why) {}

    /** This session has left memory because nobody was there. It goes on here when somebody is. */
    default void evicted(String session) {}

    default void over(String session, SessionHost.Ending ending) {}
}
