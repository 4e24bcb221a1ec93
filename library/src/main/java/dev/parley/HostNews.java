package dev.parley;

import dev.parley.kernel.rune.Lane;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost.Ending;
import dev.parley.session.people.OverrideBook;
import java.util.Map;

/** Brings what the host tells of its conversations to those whom it concerns. */
record HostNews(Map<String, Conversation> conversations, OverrideBook overrides, Observers observers)
        implements HostListener {
    @Override
    public void waits(String session) {
        Conversation talk = conversations.get(session);
        if (talk != null) {
            talk.waits();
        }
    }

    @Override
    public void refused(String session, String rule) {
        observers.refused(session, rule);
    }

    @Override
    public void dropped(String session, Lane lane, long count) {
        observers.dropped(session, lane, count);
    }

    @Override
    public void evicted(String session) {
        overrides.leave(session);
        Conversation talk = conversations.get(session);
        if (talk != null) {
            talk.leftMemory();
        }
    }

    @Override
    public void over(String session, Ending ending) {
        overrides.leave(session);
        Conversation talk = conversations.remove(session);
        if (talk != null) {
            talk.over(ending);
        }
    }
}
