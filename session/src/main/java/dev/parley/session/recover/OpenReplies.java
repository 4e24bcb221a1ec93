package dev.parley.session.recover;

import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.SpeechEvents.SpeechCutOff;
import dev.parley.session.record.Recorder;
import dev.parley.state.Reply;
import java.util.List;

/**
 * Replies that were being heard when their runtime was lost. Each is ended as far as the record shows that it was played
 * (ruling E7): whoever heard a little more than that is not told so.
 */
final class OpenReplies {
    /** How long a word takes at most in the mouth of a slow speaker. */
    private static final long WORD_MS = 600;

    private OpenReplies() {}

    /** Writes the ends that are missing and names the replies. */
    static List<Long> end(Recorder recorder) {
        List<Reply> left = recorder.state().openReplies().all();
        List<Reply> open = left.stream().filter(Reply::isOpen).toList();
        open.forEach(reply -> {
            recorder.because(reply.playedBy());
            recorder.write(ended(reply), reply.turn());
        });
        left.stream().filter(Reply::isLeft).forEach(reply -> {
            recorder.because(reply.writtenBy());
            recorder.write(new SpeechCutOff(reply.number()), reply.turn());
        });
        return open.stream().map(Reply::number).toList();
    }

    /** What was played of speech in frames is all that is known of it, and it was not its end. */
    private static PlaybackEnded ended(Reply reply) {
        boolean inFrames = reply.audioMs() == 0;
        long spoken = Math.min(reply.words(), reply.playedMs() / WORD_MS);
        return new PlaybackEnded(
                reply.number(),
                reply.beganMs(),
                reply.endedMs(),
                reply.playedMs(),
                inFrames ? reply.playedMs() : reply.audioMs(),
                inFrames || reply.playedMs() < reply.audioMs(),
                reply.stoppedBy() == 0 ? null : reply.stoppedBy(),
                inFrames ? spoken : null,
                "as far as recorded");
    }
}
