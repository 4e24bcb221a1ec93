package dev.parley.sim.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.standin.StandIn;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.Journal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** When the disk dies while the agent speaks, the sound stops at once and no call stays open (rulings D3, X9). */
class DeadDiskTest {
    private static final String SPEAKS_WHILE_IT_WRITES =
            """
        agent:
          - {when: "tell", model: {deltas: [[100, "%s "], [20000, "That was all."]]}}
        """.formatted("It is sunny and warm in all of the country today, and it stays so.");

    private final Set<String> openCalls = new HashSet<>();
    private int written;

    /** The same provider, of whose calls is known which were never closed. */
    private Provider counted(Provider inner) {
        return new Provider() {
            @Override
            public ProviderProfile profile() {
                return inner.profile();
            }

            @Override
            public ProviderCall start(
                    ProviderInvocation invocation,
                    ProviderRequest request,
                    ProviderIngress ingress,
                    CancelToken token) {
                openCalls.add(invocation.id());
                return new Counted(inner.start(invocation, request, ingress, token));
            }
        };
    }

    private final class Counted implements ProviderCall {
        private final ProviderCall inner;

        Counted(ProviderCall inner) {
            this.inner = inner;
        }

        @Override
        public ProviderInvocation invocation() {
            return inner.invocation();
        }

        @Override
        public boolean feed(AudioFrame frame) {
            return inner.feed(frame);
        }

        @Override
        public void finishInput() {
            inner.finishInput();
        }

        @Override
        public void grant(long credit) {
            inner.grant(credit);
        }

        @Override
        public void cancel() {
            openCalls.remove(invocation().id());
            inner.cancel();
        }
    }

    /** A call in which this is the next that happens after the disk has died. */
    private VoiceCall dying(Supplier<RuntimeException> failure, SessionEvent next) {
        VoiceCall call = new VoiceCall(SPEAKS_WHILE_IT_WRITES, "tell me").burst(1_000, 2_000);
        call.speakWith(Modality.TTS, counted(StandIn.tone()));
        call.speakWith(Modality.VAD, counted(StandIn.level()));
        call.at(3_333, () -> {
            assertTrue(call.queued() > 0, "the far end has something to play");
            assertFalse(openCalls.isEmpty(), "the reply is still being made");
            written = call.journal.runes().size();
            call.diskGone = failure;
            call.offer(next);
            assertEquals(0, call.queued(), "the far end has thrown away what it had not played");
            assertEquals(Set.of(), openCalls, "calls that nobody closed");
        });
        return call;
    }

    private void assertSilent(VoiceCall call) {
        assertEquals(List.of("2600-3340"), call.agentHeard());
        assertEquals(call.framesTaken, call.framesTakenWhenFlushed, "frames that left after the flush");
        assertEquals(written, call.journal.runes().size());
    }

    @Test
    void aStopThatCannotBeRecordedIsAStop() {
        assertSilent(
                dying(DeadDiskTest::gone, new SessionEvent.StopRequested("ana")).hold(8_000));
    }

    @Test
    void aLostRecordIsSilence() {
        assertSilent(dying(DeadDiskTest::gone, new SessionEvent.RecordLost("the disk is gone"))
                .hold(8_000));
    }

    private static RuntimeException gone() {
        return new Journal.EvidenceUnavailable("the disk is gone");
    }

    /** The turn is closed before its end is recorded; that this fails does not bring the sound back. */
    @Test
    void aRecordThatFailsWhileTheTurnIsClosedIsSilenceToo() {
        VoiceCall call =
                dying(() -> new IllegalStateException("no room is left"), new SessionEvent.StopRequested("ana"));
        assertThrows(IllegalStateException.class, () -> call.hold(8_000));
        assertSilent(call);
    }
}
