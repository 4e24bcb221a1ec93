package dev.parley.transport;

import dev.parley.Parley;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.LogEvents.KeyHolderActed;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.House;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.fault.LogFault;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Those who run the house leave a trace: whatever they do to a conversation that is not theirs, and whatever they take out of
 * it whole, is in the record of the house before it is done.
 */
record Attested(Parley parley, Consumer<Rune> told, DiskWait disk) {
    private static final String SERVER = "server";
    private static final String NOT_DONE = "what is not attested is not done, and nothing can be recorded now";

    /** @param act what they do, in one word or a path */
    void keep(Caller caller, String act, String conversation) {
        KeyHolderActed acted =
                new KeyHolderActed(caller.id(), caller.role().name().toLowerCase(Locale.ROOT), act, conversation);
        RuneDraft draft = EventCatalogue.draft(House.conversation(SERVER), acted)
                .withTimes(0, parley.clock().wallMillis());
        try {
            Receipt kept = parley.record().append(draft, WriteClass.IRREVERSIBLE);
            disk.await(kept.durable().thenRun(() -> told.accept(kept.rune())), NOT_DONE, NOT_DONE);
        } catch (LogFault e) {
            throw new Problem(503, DiskWait.NOT_RECORDED, NOT_DONE);
        }
    }
}
