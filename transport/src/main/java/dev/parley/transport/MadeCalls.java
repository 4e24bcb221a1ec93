package dev.parley.transport;

import dev.parley.Parley;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which calls conversations have made. Each record is read once, and from then on only what has come to it since. */
final class MadeCalls {
    private static final int CONVERSATIONS_MAX = 1_000;

    private final Parley parley;
    private final Map<String, Calls> known = Recent.atMost(CONVERSATIONS_MAX);

    /** The calls of one conversation, guarded by itself. */
    private static final class Calls {
        private final Set<String> made = new HashSet<>();
        private long upTo;
    }

    MadeCalls(Parley parley) {
        this.parley = parley;
    }

    boolean has(String conversation, String call) {
        Calls calls = known.computeIfAbsent(conversation, _ -> new Calls());
        synchronized (calls) {
            if (!calls.made.contains(call)) {
                readOn(conversation, calls);
            }
            return calls.made.contains(call);
        }
    }

    private void readOn(String conversation, Calls calls) {
        try (RuneReader reader = parley.record().read(conversation, calls.upTo)) {
            for (Rune rune = reader.poll(); rune != null; rune = reader.poll()) {
                calls.upTo = rune.eventId();
                if (EventCatalogue.is(rune, ToolDecided.class)
                        && EventCatalogue.read(rune) instanceof ToolDecided verdict
                        && verdict.decided().action().equals("call")) {
                    calls.made.add(verdict.decided().target());
                }
            }
        }
    }
}
