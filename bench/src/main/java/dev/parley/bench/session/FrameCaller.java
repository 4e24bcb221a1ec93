package dev.parley.bench.session;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.provider.standin.StandIn;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost;
import dev.parley.session.media.Frame;
import dev.parley.session.media.FrameDoor;
import dev.parley.session.port.AudioChannel;
import dev.parley.session.port.AudioSink;
import dev.parley.session.record.Journal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.Scenario;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/**
 * Somebody at the far end of a conversation in sound. Frames of silence and of speech go in, the voice detector looks at each
 * of them, and what the agent says comes back; how late a frame was, either way, is told to whoever measures.
 */
final class FrameCaller implements AudioChannel {
    static final byte[] SILENCE = new byte[Frame.BYTES];
    static final byte[] VOICE = voice();

    private static final int DUE_MASK = 63;

    /** A frame that found no room counts as very late. */
    private static final long LOST_NANOS = 1_000_000_000L;

    final Scenario scenario;
    private final List<String> words;
    private final LongConsumer late;
    private final UnaryOperator<Journal> journals;
    private volatile FrameDoor door = new FrameDoor(() -> {});
    /** When each of the last frames was due, by its number; written before the frame is given. */
    private final long[] due = new long[DUE_MASK + 1];

    private long sequence;
    private long spokenFrames;
    private long nextMicros = -1;
    private long spokenSinceNanos;
    volatile long flushedNanos;
    final AtomicLong framesAfterFlush = new AtomicLong();
    volatile boolean mayPlay = true;

    /** @param late takes how many nanoseconds a frame was late */
    FrameCaller(Scenario scenario, List<String> words, LongConsumer late, UnaryOperator<Journal> journals) {
        this.scenario = scenario;
        this.words = words;
        this.late = late;
        this.journals = journals;
    }

    private static byte[] voice() {
        byte[] pcm = new byte[Frame.BYTES];
        for (int i = 0; i < pcm.length; i += 2) {
            pcm[i + 1] = (byte) (i % 4 == 0 ? 24 : -24);
        }
        return pcm;
    }

    SessionHost.Wanted wanted(String session) {
        return wanted(session, BenchHost.CLOCK.monotonicNanos());
    }

    /** @param origin the moment of the host's time at which the script begins */
    SessionHost.Wanted wanted(String session, long origin) {
        SessionHost.Wanted plain = ScenarioRun.wanted(scenario, origin);
        return new SessionHost.Wanted(
                session, plain.what(), plain.settings(), plain.pipeline(), place -> world(place, origin));
    }

    private ConversationLoop.Ports world(SessionHost.Place place, long origin) {
        door = place.frames();
        ConversationLoop.Ports ports = ScenarioRun.world(scenario, origin, place);
        return new ConversationLoop.Ports(
                ports.time(),
                ports.timers(),
                journals.apply(ports.journal()),
                ports.providers()
                        .with(Map.of(
                                Modality.VAD, guarded(new Watched(StandIn.level())),
                                Modality.STT, guarded(StandIn.script(words)),
                                Modality.TTS, guarded(StandIn.tone()))),
                ports.tools(),
                ports.people(),
                null,
                place.media(this, AudioSink.NONE));
    }

    private static List<GuardedProvider> guarded(Provider provider) {
        return List.of(GuardedProvider.of(provider, new CircuitBreaker(Integer.MAX_VALUE, 1)));
    }

    /** The next 20 ms of the person, on the thread of the network. */
    void send(byte[] pcm, long dueNanos) {
        due[(int) (sequence & DUE_MASK)] = dueNanos;
        if (!door.offer(sequence, pcm, 0, dueNanos)) {
            late.accept(LOST_NANOS);
        }
        sequence++;
    }

    @Override
    public boolean play(byte[] pcm, long mediaMicros) {
        long now = System.nanoTime();
        if (!mayPlay) {
            framesAfterFlush.incrementAndGet();
        }
        if (mediaMicros != nextMicros) {
            spokenFrames = 0;
            spokenSinceNanos = now;
        }
        nextMicros = mediaMicros + Frame.MS * 1_000L;
        long ahead = Math.max(0, spokenFrames * Frame.MS + Frame.MS - aheadMs());
        late.accept(Math.max(0, now - spokenSinceNanos - ahead * 1_000_000));
        spokenFrames++;
        return true;
    }

    @Override
    public void flush() {
        flushedNanos = System.nanoTime();
        mayPlay = false;
    }

    /** A new answer begins. */
    void listenAgain() {
        mayPlay = true;
    }

    /** A voice detector that tells how long after the frame was due it saw it. */
    private final class Watched implements Provider {
        private final Provider provider;

        Watched(Provider provider) {
            this.provider = provider;
        }

        @Override
        public ProviderProfile profile() {
            return provider.profile();
        }

        @Override
        public boolean runsOnLoop() {
            return true;
        }

        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            ProviderCall call = provider.start(invocation, request, ingress, token);
            return new ProviderCall() {
                @Override
                public ProviderInvocation invocation() {
                    return call.invocation();
                }

                @Override
                public boolean feed(AudioFrame frame) {
                    long number = frame.mediaMs() / Frame.MS;
                    late.accept(Math.max(0, System.nanoTime() - due[(int) (number & DUE_MASK)]));
                    return call.feed(frame);
                }

                @Override
                public void finishInput() {
                    call.finishInput();
                }

                @Override
                public void grant(long credit) {
                    call.grant(credit);
                }

                @Override
                public void cancel() {
                    call.cancel();
                }
            };
        }
    }
}
