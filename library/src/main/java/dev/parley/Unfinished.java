package dev.parley;

import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.kernel.event.ConversationEvents.SessionCreated;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.fault.LogFault;
import dev.parley.session.SessionHost;
import dev.parley.session.port.People;
import dev.parley.session.record.RecordStart;
import dev.parley.session.record.UnaccountedRecord;
import dev.parley.session.recover.Found;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The conversations of a record that somebody may go on with, or end. */
public final class Unfinished {
    private static final int TAIL = 16;

    private Unfinished() {}

    /** Those that have not ended and are not under way, with what their first event says. */
    static Map<String, Json.Obj> in(Runelog log, Set<String> underWay) {
        Map<String, Json.Obj> all = new LinkedHashMap<>();
        for (String id : log.conversations()) {
            Json.Obj about = underWay.contains(id) ? null : about(log, id);
            if (about != null) {
                all.put(id, about);
            }
        }
        return all;
    }

    /** What the first event of this conversation says; null where it has ended, or is none that somebody may go on with. */
    public static Json.@Nullable Obj about(Runelog log, String id) {
        if (log.head(id).haltedAt() > 0) {
            return null;
        }
        Rune first = first(log, id);
        boolean goesOn = first != null && EventCatalogue.is(first, SessionCreated.class) && !hasEnded(log, id);
        return first == null || !goesOn ? null : first.payload();
    }

    /** Ends these, with their people. One that waits for an operator is left as it is: opening the record told why. */
    static List<Found> end(Map<String, Json.Obj> unfinished, SessionHost host, Function<Visit, People.Source> people) {
        List<Found> all = new ArrayList<>();
        unfinished.forEach((id, about) -> {
            try {
                host.endLeft(id, people.apply(Visit.recorded(about))).join().ifPresent(all::add);
            } catch (CompletionException e) {
                if (e.getCause() instanceof UnaccountedRecord) {
                    return;
                }
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        });
        return all;
    }

    /** Null where nothing can be read of it. */
    private static @Nullable Rune first(Runelog log, String id) {
        try {
            return RecordStart.first(log, id);
        } catch (LogFault | IllegalArgumentException | IOException damaged) {
            return null;
        }
    }

    /** Looks at the end only: what ends a conversation is among its last events. */
    private static boolean hasEnded(Runelog log, String id) {
        try (RuneReader reader = log.read(id, Math.max(0, log.head(id).durable() - TAIL))) {
            return reader.toList().stream().anyMatch(rune -> EventCatalogue.is(rune, SessionEnded.class));
        }
    }
}
