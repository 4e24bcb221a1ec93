package dev.parley.session;

import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.session.port.People;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.turn.Floor;
import org.jspecify.annotations.Nullable;

/** How a conversation stops here: everything that is open in it comes to its recorded end. On the loop's thread. */
record Closing(
        Recorder recorder, People people, Floor floor, SpeechStreams streams, LoopFrames frames, ProviderDesk desk) {
    /** Nothing goes on, and nothing is open; somebody else may go on with the conversation. */
    void stop(String reason) {
        close(reason);
        floor.waiting().leave();
        people.rest();
    }

    private void close(String reason) {
        floor.shut();
        floor.abort(reason, "");
        frames.close();
        desk.close();
        floor.tools().giveUpAll(reason);
    }

    /**
     * The conversation is over for good, and no person is known in it any more.
     *
     * @param fault the class of the exception that ended it; null if none did
     */
    void finish(String reason, @Nullable String fault) {
        close(reason);
        floor.waiting().keepAll();
        people.part();
        people.rest();
        streams.closed();
        recorder.write(new SessionEnded(reason, fault, null, null), 0);
    }

    /**
     * Nothing can be recorded any more, so nothing is said or done either (ruling D3). Silence comes first: neither a turn that
     * was being closed nor a step that fails keeps the sound, or a provider's call, going.
     */
    void fallSilent() {
        anyway(frames.output()::silence);
        anyway(desk::fallSilent);
        anyway(floor::fallSilent);
        anyway(frames::close);
        anyway(people::rest);
    }

    @SuppressWarnings("EmptyCatch")
    private static void anyway(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            // It has stopped already or cannot be reached; whoever opens the record next closes what is open in it.
        }
    }
}
