package dev.parley.app.talk;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.Journal;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Shows a reply when its playback begins: in a typed conversation that is what is heard. It also knows how many answers
 * the disk still owes, because time may not run ahead of the disk.
 */
final class SpokenText implements Journal {
    private static final Set<String> TEXTS = Set.of("agent.reply", "agent.sentence", "speech.phrased");

    private final Journal journal;
    private final Consumer<String> says;
    private final Map<Long, String> replies = new HashMap<>();
    private int owed;

    SpokenText(Journal journal, Consumer<String> says) {
        this.journal = journal;
        this.says = says;
    }

    @Override
    public Rune append(RuneDraft draft) {
        Rune rune = journal.append(draft);
        if (TEXTS.contains(rune.kind())) {
            String text = rune.payload().text("pii_text");
            replies.put(number(rune), text == null ? "" : text);
        } else if (rune.kind().equals("playback.started")) {
            String text = replies.remove(number(rune));
            if (text != null) {
                says.accept(text);
            }
        } else if (rune.kind().equals("speech.judged")
                && "withhold".equals(rune.payload().text("say"))) {
            says.accept("(not said: " + rune.payload().text("reason") + ")");
        }
        return rune;
    }

    @Override
    public boolean isDurable(long eventId) {
        boolean durable = journal.isDurable(eventId);
        owed += durable ? 0 : 1;
        return durable;
    }

    /** Whether the disk owes an answer. */
    boolean isAwaitingDisk() {
        return owed > 0;
    }

    /** An event was taken in; it may be the disk's answer. */
    void took(SessionEvent event) {
        if (event instanceof SessionEvent.RecordKept || event instanceof SessionEvent.RecordLost) {
            owed--;
        }
    }

    /** The disk has had its time; from now on time passes without it. */
    void stopAwaitingDisk() {
        owed = 0;
    }

    private static long number(Rune rune) {
        var number = rune.payload().number("reply");
        return number == null ? 0 : number.longValue();
    }
}
