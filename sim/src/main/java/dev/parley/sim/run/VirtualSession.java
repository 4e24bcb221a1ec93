package dev.parley.sim.run;

import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.loop.InlineSeats;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.session.ConversationLoop;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Ending;
import dev.parley.session.SessionHost.Opening;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Records;
import dev.parley.session.recover.Found;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One conversation of a real host on virtual time, seated on the thread that drives the clock. What the conversation throws
 * ends it, as it does live; whoever plays it gets the fault when it is over.
 */
public final class VirtualSession {
    private final SessionHost host;
    private final SessionHost.Wanted wanted;
    private @Nullable Ending ending;

    /** Makes a journal that lives in the scenario's own time and may answer later, through the door. */
    public interface JournalSource {
        Journal open(VirtualTime time, Consumer<SessionEvent> door);
    }

    /** @param recorded what the conversation goes on from; nothing for one that begins */
    public VirtualSession(VirtualTime time, SessionHost.Wanted wanted, JournalSource journals, List<Rune> recorded) {
        this.wanted = wanted;
        Records records = new Records() {
            @Override
            public Journal journal(String conversation, long epoch, Consumer<SessionEvent> door) {
                return journals.open(time, door);
            }

            @Override
            public List<Rune> read(String conversation) {
                return recorded;
            }
        };
        HostListener listener = new HostListener() {
            @Override
            public void over(String session, Ending how) {
                ending = how;
            }
        };
        this.host = new SessionHost(
                "sim",
                new SessionHost.Parts(
                        InProcessAuthority.alone(""),
                        records,
                        new InlineSeats(time, time),
                        time,
                        Runnable::run,
                        listener));
    }

    /** Begins the conversation or goes on with it, and returns what was left open in it. */
    public Optional<Found> open() {
        return switch (host.open(wanted).join()) {
            case Opening.Opened opened -> opened.found();
            case Opening.Refused(String rule, String reason) -> throw new IllegalStateException(rule + ": " + reason);
        };
    }

    /** Takes a fact in; a new epoch is asked of the authority first. */
    public void offer(SessionEvent event) {
        switch (event) {
            case SessionEvent.LeaseRotated _ -> host.rotate(wanted.session());
            default -> host.offer(wanted.session(), event);
        }
    }

    /** Looks at the conversation. */
    public <T> T ask(Function<ConversationLoop, T> question) {
        return host.ask(wanted.session(), question).join();
    }

    /** How the conversation ended, null while it goes on. */
    public @Nullable Ending ending() {
        return ending;
    }

    /** Ends the conversation, and throws what it has thrown. */
    public void end() {
        host.end(wanted.session(), "disconnected").join();
        switch (ending == null ? null : ending.fault()) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> {}
        }
    }
}
