package dev.parley.transport;

import dev.parley.Parley;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
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
    static final String KIND = "server.acted";

    private static final String SERVER = "server";
    private static final String NOT_DONE = "what is not attested is not done, and nothing can be recorded now";

    /** @param act what they do, in one word or a path */
    void keep(Caller caller, String act, String conversation) {
        Json.Obj what = Json.Obj.EMPTY
                .with("key", caller.id())
                .with("role", caller.role().name().toLowerCase(Locale.ROOT))
                .with("act", act)
                .with("conversation", conversation);
        RuneDraft draft = RuneDraft.of(House.conversation(SERVER), KIND, what)
                .withVisibility(Visibility.INTERNAL)
                .withTimes(0, parley.clock().wallMillis());
        try {
            Receipt kept = parley.record().append(draft, WriteClass.IRREVERSIBLE);
            disk.await(kept.durable().thenRun(() -> told.accept(kept.rune())), NOT_DONE, NOT_DONE);
        } catch (LogFault e) {
            throw new Problem(503, DiskWait.NOT_RECORDED, NOT_DONE);
        }
    }
}
