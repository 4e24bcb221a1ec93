package dev.parley.session;

import dev.parley.kernel.rune.Lane;
import dev.parley.session.SessionHost.Ending;

/** Tells a listener and ignores what it throws: whoever listens disturbs no conversation and no host. */
record GuardedListener(HostListener listener) implements HostListener {
    @Override
    public void opened(String session) {
        tell(() -> listener.opened(session));
    }

    @Override
    public void refused(String session, String rule) {
        tell(() -> listener.refused(session, rule));
    }

    @Override
    public void waits(String session) {
        tell(() -> listener.waits(session));
    }

    @Override
    public void dropped(String session, Lane lane, long count) {
        tell(() -> listener.dropped(session, lane, count));
    }

    @Override
    public void unkept(String session, Throwable why) {
        tell(() -> listener.unkept(session, why));
    }

    @Override
    public void evicted(String session) {
        tell(() -> listener.evicted(session));
    }

    @Override
    public void over(String session, Ending ending) {
        tell(() -> listener.over(session, ending));
    }

    @SuppressWarnings("EmptyCatch")
    private static void tell(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException | Error e) {
            // There is nobody else to tell it to.
        }
    }
}
