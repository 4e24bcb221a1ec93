package dev.parley.session.media;

import dev.parley.provider.AudioFrame;
import dev.parley.session.port.AudioChannel;
import dev.parley.session.speak.Output;
import dev.parley.session.speak.Voice;
import dev.parley.session.time.LoopClock;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Speaks a reply frame by frame, at its own pace: no more than 200 ms are sent ahead, and nothing once it was hushed. What
 * was sent and not played is kept, and comes again after a pause. Positions are counted in samples of the present reply.
 */
final class FrameOutput implements Output {
    private static final long AHEAD_MS_MAX = 200;

    /** How much speech is made before it is needed. */
    private static final long MADE_AHEAD_MS = 600;

    /** How long a far end that reports may take to report the end. */
    private static final long REPORT_WITHIN_MS = 1_000;

    private static final long SAMPLES_PER_MS = Frame.RATE_HZ / 1000;
    private static final long FRAME = Frame.MS * SAMPLES_PER_MS;
    private static final long NANOS_PER_MS = 1_000_000;
    private static final long MICROS_PER_MS = 1_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final AudioChannel channel;
    private final LoopClock clock;
    private final Sending sending;
    private final long ahead;
    private final Deque<AudioFrame> chunks = new ArrayDeque<>();
    private @Nullable Voice voice;
    private @Nullable Runnable finished;
    private @Nullable Runnable whenOver;
    private long reply;
    private boolean playing;
    private boolean told;
    /** Whether everything that was made is played and the voice makes the next too slowly. */
    private boolean starved;

    /** Where the first of the chunks begins. */
    private long chunksFrom;

    private long made;
    private long granted;
    /** Up to where the reply was handed out. */
    private long handed;
    /** The position at which the present stretch began, and when. */
    private long stretchFrom;

    private long stretchNanos;
    private long stretchMicros;
    /** The position at which the reply began or went on, and what in all had been played at the far end and sent there. */
    private long playedFrom;

    private long playedBefore;
    private long sentBefore;

    private long reported = AudioChannel.UNKNOWN;

    /** Takes a frame on its way to the channel. */
    interface Sending {
        Frame empty();

        /** Where on the media line this moment lies; the line begins here if nothing was heard yet. */
        long mediaMicros();

        /** Sends what is heard at this place; false where the channel took nothing and the frame comes again. */
        boolean send(Frame frame, long mediaMicros);

        void execute(Runnable action);

        /** Comes back to the pace at this time; never for the largest number. */
        void wakeAt(long nanos);

        /** Whatever is on its way is taken out. */
        void flush();
    }

    FrameOutput(AudioChannel channel, LoopClock clock, Sending sending) {
        this.channel = channel;
        this.clock = clock;
        this.sending = sending;
        this.ahead = Math.clamp(channel.aheadMs(), Frame.MS, AHEAD_MS_MAX) * SAMPLES_PER_MS;
    }

    @Override
    public boolean streams() {
        return true;
    }

    @Override
    public void take(long number, Voice newVoice, Runnable whenFinished) {
        reply = number;
        voice = newVoice;
        finished = whenFinished;
        chunks.clear();
        chunksFrom = 0;
        made = 0;
        granted = 0;
        handed = 0;
        told = false;
        reported = AudioChannel.UNKNOWN;
        stretchMicros = sending.mediaMicros();
    }

    @Override
    public void lost() {
        chunks.clear();
        chunksFrom = 0;
        made = 0;
        granted = 0;
    }

    @Override
    public long admit(long turn, long audioMs, String text) {
        return audioMs;
    }

    @Override
    public void started(long turn) {
        playing = true;
        starved = false;
        playedFrom = handed;
        playedBefore = Math.max(0, channel.playedMs());
        sentBefore = channel.sentMs();
        stretch(clock.runtimeNanos());
        whenOver = finished == null ? null : clock.causes().carry(finished);
        sending.wakeAt(pace(stretchNanos));
    }

    @Override
    public void reported(long number, long playedMs) {
        if (number == reply) {
            reported = playedMs * SAMPLES_PER_MS;
        }
    }

    /** From here on the pace is counted anew. */
    private void stretch(long nowNanos) {
        stretchFrom = handed;
        stretchNanos = nowNanos;
        stretchMicros = sending.mediaMicros();
    }

    /** Hands out what is due, and returns when to look again. */
    long pace(long nowNanos) {
        Voice speaking = voice;
        if (!playing || speaking == null) {
            return NEVER;
        }
        pull(speaking);
        boolean more = true;
        while (more && handed + FRAME <= position(nowNanos) + ahead) {
            more = handNext(speaking);
        }
        trim(nowNanos);
        boolean starves = !speaking.isMade() && made - handed < FRAME && position(nowNanos) >= handed;
        if (starves != starved) {
            starved = starves;
            sending.execute(() -> {});
        }
        if (speaking.isMade() && handed >= made) {
            return end(nowNanos);
        }
        if (!more && position(nowNanos) > handed) {
            stretch(nowNanos);
        }
        return more ? stretchNanos + nanos(handed + FRAME - ahead - stretchFrom) : nowNanos + Frame.MS * NANOS_PER_MS;
    }

    /** Where the pace is now. */
    private long position(long nowNanos) {
        return stretchFrom + (nowNanos - stretchNanos) * SAMPLES_PER_MS / NANOS_PER_MS;
    }

    private static long nanos(long samples) {
        return samples * NANOS_PER_MS / SAMPLES_PER_MS;
    }

    private void pull(Voice speaking) {
        long wanted = handed / SAMPLES_PER_MS + MADE_AHEAD_MS;
        if (granted < wanted && !speaking.isMade()) {
            speaking.grant(MADE_AHEAD_MS);
            granted = Math.max(granted, made / SAMPLES_PER_MS) + MADE_AHEAD_MS;
        }
        for (AudioFrame chunk = speaking.nextChunk(); chunk != null; chunk = speaking.nextChunk()) {
            chunks.add(chunk);
            made += chunk.bytes() / 2;
        }
    }

    /** Hands out one frame; false where there is none yet or the channel takes none. The last one ends with silence. */
    private boolean handNext(Voice speaking) {
        long length = Math.min(FRAME, made - handed);
        if (length <= 0 || (length < FRAME && !speaking.isMade())) {
            return false;
        }
        Frame frame = sending.empty();
        fill(frame.pcm, handed, (int) length);
        if (!sending.send(frame, stretchMicros + (handed - stretchFrom) * MICROS_PER_MS / SAMPLES_PER_MS)) {
            return false;
        }
        handed += length;
        return true;
    }

    private void fill(byte[] pcm, long from, int samples) {
        long at = chunksFrom;
        int filled = 0;
        for (AudioFrame chunk : chunks) {
            long end = at + chunk.bytes() / 2;
            if (end > from + filled && filled < samples) {
                int offset = (int) (from + filled - at);
                int count = (int) Math.min(samples - filled, end - from - filled);
                System.arraycopy(chunk.pcm(), 2 * offset, pcm, 2 * filled, 2 * count);
                filled += count;
            }
            at = end;
        }
        for (int i = 2 * filled; i < pcm.length; i++) {
            pcm[i] = 0;
        }
    }

    /** Speech that was played is never needed again. */
    private void trim(long nowNanos) {
        AudioFrame oldest = chunks.peek();
        if (oldest == null) {
            return;
        }
        long played = played(nowNanos);
        while (oldest != null && chunksFrom + oldest.bytes() / 2 <= played) {
            chunksFrom += oldest.bytes() / 2;
            chunks.remove();
            oldest = chunks.peek();
        }
    }

    /** Everything was handed out: the reply is over when it was played. */
    private long end(long nowNanos) {
        if (!told) {
            told = true;
            channel.handedOut();
        }
        long overNanos = stretchNanos + nanos(made - stretchFrom);
        boolean waits = channel.playedMs() != AudioChannel.UNKNOWN || channel.reports();
        boolean whole = sent() >= made && (!waits || known(nowNanos) >= made);
        boolean over = nowNanos >= overNanos && (whole || nowNanos >= overNanos + REPORT_WITHIN_MS * NANOS_PER_MS);
        if (!over) {
            return nowNanos < overNanos ? overNanos : nowNanos + Frame.MS * NANOS_PER_MS / 4;
        }
        handed = Math.min(handed, sent());
        playing = false;
        Runnable tell = whenOver;
        if (tell != null) {
            sending.execute(tell);
        }
        return NEVER;
    }

    /** Up to where the reply has left for the far end. */
    private long sent() {
        long inAll = channel.sentMs();
        return inAll == AudioChannel.UNKNOWN ? handed : playedFrom + (inAll - sentBefore) * SAMPLES_PER_MS;
    }

    /** What the far end says was played; everything that was handed out where it says nothing. */
    private long known(long nowNanos) {
        long inAll = channel.playedMs();
        if (inAll != AudioChannel.UNKNOWN) {
            return playedFrom + (inAll - playedBefore) * SAMPLES_PER_MS;
        }
        return channel.reports() && reported != AudioChannel.UNKNOWN ? reported : position(nowNanos);
    }

    /** The smallest of pace, report and what was sent. A frame that has begun counts, for it was handed out as a whole. */
    private long played(long nowNanos) {
        long begun = stretchFrom + ((position(nowNanos) - stretchFrom) / FRAME + 1) * FRAME;
        long byPace = Math.min(Math.min(handed, sent()), begun);
        return channel.playedMs() != AudioChannel.UNKNOWN || channel.reports()
                ? Math.min(byPace, known(nowNanos))
                : byPace;
    }

    @Override
    public long playedMs() {
        long samples = playing ? Math.max(0, Math.min(handed, played(clock.runtimeNanos()))) : handed;
        return Math.ceilDiv(samples, SAMPLES_PER_MS);
    }

    @Override
    public boolean isHeard() {
        return playing && !starved;
    }

    @Override
    public long hush() {
        if (playing) {
            sending.flush();
            channel.flush();
            handed = Math.max(0, Math.min(handed, played(clock.runtimeNanos())));
            playing = false;
        }
        return playedMs();
    }

    @Override
    public void stopped(long turn, long playedMs) {
        handed = Math.min(handed, playedMs * SAMPLES_PER_MS);
    }

    @Override
    public void flush(long turn) {
        hush();
        voice = null;
        finished = null;
        chunks.clear();
    }

    @Override
    public void silence() {
        flush(0);
    }
}
