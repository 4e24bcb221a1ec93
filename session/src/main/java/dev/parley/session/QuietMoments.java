package dev.parley.session;

import dev.parley.kernel.event.ConversationEvents.SnapshotVouched;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.session.port.People;
import dev.parley.session.record.Past;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.RoomStates;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.turn.Floor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The moments of a conversation at which nothing is open in it: no turn, no call, no reply, no episode, and nothing that waits
 * for a turn. Only then a snapshot is taken, so that it has to hold nothing but what lasts. It costs what the rooms hold and never waits: the disk is the
 * host's business. On the loop's thread.
 */
final class QuietMoments {
    private final Recorder recorder;
    private final People people;
    private final Floor floor;
    private final SpeechStreams streams;
    private long taken;
    private @Nullable RoomStates left;
    private @Nullable RuneDraft vouching;

    QuietMoments(Recorder recorder, People people, Floor floor, SpeechStreams streams) {
        this.recorder = recorder;
        this.people = people;
        this.floor = floor;
        this.streams = streams;
    }

    /** The conversation goes on after this past; which of its snapshots did not hold is recorded (ruling X1). */
    void takeUp(Past past, List<String> refused) {
        refused.forEach(why -> {
            var broken = LogCatalogue.unusable(why);
            recorder.violation(broken.id(), broken.level(), broken.reason(), 0);
        });
        taken = past.after();
    }

    /**
     * Whether the conversation can be left as it is: nobody is asked, no call runs, only a person can make something happen, and
     * no operator is awaited or has taken over.
     */
    boolean mayBeLeft() {
        return floor.isWaitingForPerson()
                && floor.tools().isAtRest()
                && floor.ear().isQuiet()
                && !floor.handovers().isTakenOver()
                && !streams.isHalted();
    }

    /** How many runes there are after the last snapshot. */
    long runesSince() {
        return recorder.last() - taken;
    }

    /** What everything stands at now, or null where something is open or a human has the floor. */
    @Nullable
    RoomStates take() {
        boolean quiet = floor.isWaitingForPerson()
                && floor.waiting().isEmpty()
                && floor.tools().isAtRest()
                && !floor.handovers().isTakenOver()
                && streams.isAtRest();
        RoomStates states = quiet ? recorder.rooms().keep(recorder.last(), people.keep()) : null;
        taken = states == null ? taken : states.eventId();
        return states;
    }

    /** The host leaves the conversation: what it stood at, and the rune that will vouch for it, stay behind. */
    void leave() {
        long since = runesSince();
        left = take();
        vouching = recorder.prepared(new SnapshotVouched(0, ""));
        taken = recorder.last() - since;
    }

    /** What the conversation stood at when its host left it, or null. */
    @Nullable
    RoomStates left() {
        return left;
    }

    /** The same for the snapshot of a conversation that was left, on whatever thread kept it. */
    void vouchForLeft(long eventId, Hash digest) {
        RuneDraft draft = vouching;
        if (draft != null) {
            recorder.record(draft.withPayload(EventCatalogue.payload(vouched(eventId, digest))));
        }
    }

    /** The record vouches for a snapshot that is kept now: from here on it counts. */
    void vouch(long eventId, Hash digest) {
        recorder.because(eventId);
        recorder.offer(vouched(eventId, digest), 0);
    }

    private static SnapshotVouched vouched(long eventId, Hash digest) {
        return new SnapshotVouched(eventId, digest.hex());
    }
}
