package dev.parley.app.talk;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.AttestationSink;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.Replay;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.append.WriteClass;
import dev.parley.session.people.SessionHousehold;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;

/** Writes the household's verdicts into the conversation's log, durable before anything follows from them. */
final class HouseRecorder implements AttestationSink {
    private static final String ROOM = "household";

    private final String conversation;
    private final Runelog log;
    private final TimeSource time;
    private final Json.Obj settings;
    private boolean opened;

    HouseRecorder(String conversation, Runelog log, TimeSource time, Json.Obj settings) {
        this.conversation = conversation;
        this.log = log;
        this.time = time;
        this.settings = settings;
    }

    /** The moment at which something is asked, in the household's zone. */
    OffsetDateTime now() {
        return OffsetDateTime.ofInstant(Instant.ofEpochMilli(time.wallMillis()), ZoneId.systemDefault());
    }

    @Override
    public synchronized void accept(Attestation attestation) {
        if (!opened) {
            opened = true;
            append(RuneDraft.of(conversation, Replay.ROOM_OPENED, settings.with("room", ROOM)));
        }
        append(VerdictRune.draft(conversation, ROOM, attestation));
    }

    /** Writes down what has become known about somebody. */
    synchronized void learned(Knowledge knowledge) {
        append(SessionHousehold.learned(conversation, knowledge));
    }

    private void append(RuneDraft draft) {
        var receipt = log.append(draft.withTimes(time.monotonicNanos(), time.wallMillis()), WriteClass.IRREVERSIBLE);
        receipt.durable().toCompletableFuture().join();
    }
}
