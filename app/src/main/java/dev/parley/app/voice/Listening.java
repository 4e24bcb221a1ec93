package dev.parley.app.voice;

import dev.parley.app.io.BadInput;
import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.media.Frame;
import dev.parley.session.settings.Settings;
import dev.parley.speech.stt.Understood;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Hears a WAV file as a conversation would, all at once: where somebody speaks, and what is understood of it. */
public final class Listening {
    /** As in a conversation, a detector tells of every gap between words, and pauses are bridged here. */
    private static final int GAP_MS = 60;

    /** All of a file is held in memory. */
    private static final int MINUTES_MAX = 60;

    private static final int FRAMES_MAX = MINUTES_MAX * 60_000 / Frame.MS;

    private static final long PRE_ROLL_MS = 300;
    private static final long POST_ROLL_MS = 240;

    private final List<Segment> segments = new ArrayList<>();
    private final long lengthMs;

    /**
     * Somebody's speech without a pause that would end it.
     *
     * @param endOfTurnMs when it would be answered, if nothing more is said before
     * @param goesOn whether more is said before: then its words are answered together with those
     * @param end what an end-of-turn model says soon after it, or null without one
     */
    public record Segment(
            long fromMs,
            long toMs,
            long endOfTurnMs,
            boolean goesOn,
            WrittenDown written,
            ProviderEvent.@Nullable EndScored end) {
        public Understood understood() {
            return written.understood();
        }
    }

    private record Voiced(long fromMs, long toMs, ProviderEvent.@Nullable EndScored end) {
        boolean isComplete() {
            return end != null && end.complete();
        }

        /** @param whole whether what was said is a whole phrase for certain, after which less time is left for more */
        long answeredMs(long silenceMs, boolean whole) {
            if (end == null) {
                return toMs + silenceMs;
            }
            long patienceMs = whole ? Settings.Hearing.WHOLE_PATIENCE_MS : Settings.Hearing.PATIENCE_MS;
            return toMs + (end.complete() ? Settings.Hearing.JUDGED_AFTER_MS : silenceMs + patienceMs);
        }
    }

    private Listening(long lengthMs) {
        this.lengthMs = lengthMs;
    }

    /** @param hearing how long silence must last to end what somebody says */
    public static Listening to(Path file, VoiceCast cast, Settings.Hearing hearing) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        try (WavReader in = WavReader.open(file)) {
            for (byte[] frame = in.next(); frame != null; frame = in.next()) {
                frames.add(frame);
                if (frames.size() > FRAMES_MAX) {
                    throw new BadInput(file + ": is longer than " + MINUTES_MAX + " minutes; listen to a part of it");
                }
            }
        }
        Listening listening = new Listening((long) frames.size() * Frame.MS);
        Map<Modality, Provider> providers = cast.get();
        List<Voiced> voices = joined(frames, providers, hearing.vadSilenceMs());
        for (int i = 0; i < voices.size(); i++) {
            Voiced voice = voices.get(i);
            int from = (int) (Math.max(0, voice.fromMs - PRE_ROLL_MS) / Frame.MS);
            int to = (int) Math.min(frames.size(), (voice.toMs + POST_ROLL_MS) / Frame.MS);
            List<AudioFrame> said = framed(frames.subList(from, to), (long) from * Frame.MS);
            WrittenDown written = cast.understandsHere()
                    ? WrittenDown.here(cast.ear(), said)
                    : WrittenDown.by(wanted(providers, Modality.STT), said);
            long answeredMs =
                    voice.answeredMs(hearing.silenceMs(), written.understood().whole());
            boolean goesOn = i + 1 < voices.size() && voices.get(i + 1).fromMs < answeredMs;
            listening.segments.add(new Segment(
                    voice.fromMs, voice.toMs, answeredMs, goesOn, written.placed(voice.fromMs, voice.toMs), voice.end));
        }
        return listening;
    }

    private static List<AudioFrame> framed(List<byte[]> frames, long fromMs) {
        List<AudioFrame> framed = new ArrayList<>();
        for (byte[] frame : frames) {
            framed.add(new AudioFrame(frame, Frame.RATE_HZ, fromMs + (long) framed.size() * Frame.MS, Frame.MS));
        }
        return framed;
    }

    /** The voices, with pauses bridged that are too short, unless a model says before that somebody has finished. */
    private static List<Voiced> joined(List<byte[]> frames, Map<Modality, Provider> providers, long silenceMs) {
        Provider judge = providers.get(Modality.END_OF_TURN);
        List<Voiced> joined = new ArrayList<>();
        List<long[]> found = voices(frames, wanted(providers, Modality.VAD));
        long fromMs = -1;
        for (int i = 0; i < found.size(); i++) {
            fromMs = fromMs < 0 ? found.get(i)[0] : fromMs;
            long toMs = found.get(i)[1];
            long pauseMs = i + 1 < found.size() ? found.get(i + 1)[0] - toMs : Long.MAX_VALUE;
            Voiced voice = new Voiced(
                    fromMs,
                    toMs,
                    judge == null || pauseMs < Settings.Hearing.JUDGED_AFTER_MS
                            ? null
                            : judged(judge, frames, fromMs, toMs + Settings.Hearing.JUDGED_AFTER_MS));
            if (pauseMs >= silenceMs || voice.isComplete()) {
                joined.add(voice);
                fromMs = -1;
            }
        }
        return joined;
    }

    private static Provider wanted(Map<Modality, Provider> providers, Modality modality) {
        return Objects.requireNonNull(providers.get(modality));
    }

    /** What a model says about the end of a turn. */
    private static ProviderEvent.@Nullable EndScored judged(
            Provider judge, List<byte[]> frames, long fromMs, long toMs) {
        List<ProviderEvent.EndScored> scores = new ArrayList<>();
        ProviderCall call = judge.start(
                new ProviderInvocation(
                        "listen", judge.profile().name(), Modality.END_OF_TURN, "listen", 0, "listen", 1, 1),
                new ProviderRequest.JudgeEnd(List.of(), "", "en", Frame.RATE_HZ),
                event -> {
                    if (event instanceof ProviderEvent.EndScored scored) {
                        scores.add(scored);
                    }
                    return true;
                },
                CancelToken.NEVER);
        int from = (int) (Math.max(0, fromMs - PRE_ROLL_MS) / Frame.MS);
        int to = (int) Math.min(frames.size(), toMs / Frame.MS);
        for (int i = from; i < to; i++) {
            call.feed(new AudioFrame(frames.get(i), Frame.RATE_HZ, (long) i * Frame.MS, Frame.MS));
        }
        call.finishInput();
        return scores.isEmpty() ? null : scores.getFirst();
    }

    /** Where each voice begins and ends, in milliseconds. */
    private static List<long[]> voices(List<byte[]> frames, Provider detector) {
        List<long[]> voices = new ArrayList<>();
        ProviderCall call = detector.start(
                new ProviderInvocation("listen", detector.profile().name(), Modality.VAD, "listen", 0, "listen", 1, 1),
                new ProviderRequest.DetectVoice(Frame.RATE_HZ, GAP_MS),
                event -> {
                    switch (event) {
                        case ProviderEvent.VoiceStarted(ProviderInvocation _, long ms) ->
                            voices.add(new long[] {ms, ms});
                        case ProviderEvent.VoiceStopped(ProviderInvocation _, long ms) -> voices.getLast()[1] = ms;
                        default -> {}
                    }
                    return true;
                },
                CancelToken.NEVER);
        for (int i = 0; i < frames.size(); i++) {
            call.feed(new AudioFrame(frames.get(i), Frame.RATE_HZ, (long) i * Frame.MS, Frame.MS));
        }
        call.finishInput();
        return voices;
    }

    public List<Segment> segments() {
        return List.copyOf(segments);
    }

    public long lengthMs() {
        return lengthMs;
    }
}
