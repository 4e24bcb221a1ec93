package dev.parley.state;

import dev.parley.kernel.event.PlaybackEvents;
import dev.parley.kernel.event.PlaybackEvents.CaptionShown;
import dev.parley.kernel.event.PlaybackEvents.PlaybackCorrected;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.PlaybackEvents.PlaybackPaused;
import dev.parley.kernel.event.PlaybackEvents.PlaybackProgressed;
import dev.parley.kernel.event.PlaybackEvents.PlaybackResumed;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStalled;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.kernel.event.PlaybackEvents.PlaybackSuspended;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.state.Reply.Stage;
import dev.parley.state.Rule.Check;
import dev.parley.state.Rule.Mismatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds of what is heard of replies in every record. */
final class PlaybackRules {
    private static final String PROGRESS = "What was played grows with the time for which it plays.";

    private PlaybackRules() {}

    static List<Rule<?>> all() {
        List<Rule<?>> all = new ArrayList<>(begins());
        all.addAll(progress());
        all.addAll(ends());
        return all;
    }

    private static List<Rule<?>> begins() {
        return List.of(
                rule(
                        "played.allowed",
                        PlaybackStarted.class,
                        "A reply begins to be heard while its stream plays.",
                        PlaybackRules::startedUnasked),
                rule("played.once", PlaybackStarted.class, "A reply is heard once.", PlaybackRules::startedAgain),
                rule(
                        "played.turn",
                        PlaybackStarted.class,
                        "A reply is heard in the open turn.",
                        (before, event, at) -> TurnRules.outside(before, at)),
                rule("played.audio", PlaybackStarted.class, "What is heard has audio.", PlaybackRules::startedSilently),
                rule(
                        "played.captioned",
                        CaptionShown.class,
                        "A reply that is heard has one caption at most.",
                        PlaybackRules::captionedAgain),
                rule(
                        "played.resumed",
                        PlaybackResumed.class,
                        "A paused reply goes on in the open turn, after the stop and by the verdict that it names.",
                        PlaybackRules::resumedOtherwise));
    }

    private static List<Rule<?>> progress() {
        return List.of(
                rule(
                        "played.progress",
                        PlaybackProgressed.class,
                        PROGRESS,
                        (before, event, at) -> played(before, event, event.reply(), event.playedMs(), at)),
                rule(
                        "played.progress",
                        PlaybackPaused.class,
                        PROGRESS,
                        (before, event, at) -> stopped(before, event, event.reply(), event.playedMs(), at)),
                rule(
                        "played.progress",
                        PlaybackSuspended.class,
                        PROGRESS,
                        (before, event, at) -> stopped(before, event, event.reply(), event.playedMs(), at)),
                rule(
                        "played.progress",
                        PlaybackStalled.class,
                        PROGRESS,
                        (before, event, at) -> stopped(before, event, event.reply(), event.playedMs(), at)),
                rule(
                        "played.progress",
                        PlaybackEnded.class,
                        PROGRESS,
                        (before, event, at) -> played(before, event, event.reply(), event.playedMs(), at)));
    }

    private static List<Rule<?>> ends() {
        return List.of(
                rule(
                        "played.stream",
                        PlaybackEnded.class,
                        "Playback ends after its stream.",
                        PlaybackRules::endedBeforeItsStream),
                rule(
                        "played.ended",
                        PlaybackEnded.class,
                        "The end of a playback names its stop, its length, its times, and whether it was interrupted.",
                        PlaybackRules::endedOtherwise),
                rule(
                        "played.corrected",
                        PlaybackCorrected.class,
                        "A far end can have heard less of a reply than was played.",
                        PlaybackRules::heardMore));
    }

    private static <E extends PlaybackEvents> Rule<E> rule(String id, Class<E> on, String sentence, Check<E> check) {
        return new Rule<>(id, on, sentence, check);
    }

    private static @Nullable Reply open(StateView before, long number, Recorded at) {
        Reply reply = before.openReplies().reply(number);
        return reply != null && reply.isOpen() && reply.turn == at.turn() ? reply : null;
    }

    private static Mismatch unheard(PlaybackEvents event, long reply) {
        return new Mismatch(
                "playback.started of reply " + reply + ", and not ended", event.kind() + " of reply " + reply);
    }

    private static @Nullable Mismatch startedUnasked(StateView before, PlaybackStarted event, Recorded at) {
        Reply reply = before.openReplies().reply(event.reply());
        return reply != null && reply.turn == at.turn() && reply.stage == Stage.PLAYING
                ? null
                : new Mismatch("an allowed PLAY of reply:" + event.reply() + " in force", event.kind());
    }

    private static @Nullable Mismatch startedAgain(StateView before, PlaybackStarted event, Recorded at) {
        Reply reply = before.openReplies().reply(event.reply());
        return reply != null && reply.isHeard
                ? new Mismatch("one playback of reply " + event.reply(), "a second one")
                : null;
    }

    private static @Nullable Mismatch startedSilently(StateView before, PlaybackStarted event, Recorded at) {
        long lengthMs = event.audioMs() == null ? 0 : event.audioMs();
        boolean inFrames = lengthMs == 0 && at.rune().envelope().mediaMicros() != RuneEnvelope.NO_MEDIA_TIME;
        return lengthMs > 0 || inFrames ? null : new Mismatch("audio", "none");
    }

    private static @Nullable Mismatch captionedAgain(StateView before, CaptionShown event, Recorded at) {
        Reply reply = open(before, event.reply(), at);
        if (reply == null) {
            return unheard(event, event.reply());
        }
        return reply.isCaptioned ? new Mismatch("one caption", "a second one") : null;
    }

    private static @Nullable Mismatch resumedOtherwise(StateView before, PlaybackResumed event, Recorded at) {
        Reply reply = open(before, event.reply(), at);
        if (reply == null) {
            return unheard(event, event.reply());
        }
        if (reply.isPlaying || reply.stage != Stage.PLAYING) {
            return new Mismatch("a reply that is paused", "one that plays");
        }
        if (event.play() != reply.play) {
            return new Mismatch("by the PLAY of event " + reply.play, "by event " + event.play());
        }
        if (event.after() != reply.stoppedBy) {
            return new Mismatch("after event " + reply.stoppedBy, "after event " + event.after());
        }
        long audioMs = event.audioMs() == null ? 0 : event.audioMs();
        return reply.isInFrames || audioMs == reply.audioMs
                ? TurnRules.outside(before, at)
                : new Mismatch("audio_ms " + reply.audioMs, "audio_ms " + audioMs);
    }

    private static @Nullable Mismatch stopped(
            StateView before, PlaybackEvents event, long number, long playedMs, Recorded at) {
        Reply reply = open(before, number, at);
        return reply == null || reply.isPlaying
                ? played(before, event, number, playedMs, at)
                : new Mismatch("a reply that plays", "one that is paused");
    }

    private static @Nullable Mismatch played(
            StateView before, PlaybackEvents event, long number, long playedMs, Recorded at) {
        Reply reply = open(before, number, at);
        if (reply == null) {
            return unheard(event, number);
        }
        long least = reply.leastMs();
        long most = reply.mostMs(at.atMs());
        if (playedMs < least || playedMs > most) {
            return new Mismatch("played_ms from " + least + " to " + most, "played_ms " + playedMs);
        }
        boolean isShown = !reply.isPlaying
                || before.turns().isRecovering()
                || before.shown().state().equals(ShownState.SPEAKING);
        return isShown ? null : new Mismatch("agent.state speaking while reply " + number + " plays", "none");
    }

    /** Also in a halted conversation the runtime asks before it ends what is heard, and does so whatever it is told. */
    private static @Nullable Mismatch endedBeforeItsStream(StateView before, PlaybackEnded event, Recorded at) {
        Reply reply = open(before, event.reply(), at);
        boolean mayEnd = reply == null || reply.isOver() || (before.halt().isHalted() && reply.isEndAsked);
        return mayEnd ? null : new Mismatch("the end of the stream reply:" + event.reply(), event.kind());
    }

    private static @Nullable Mismatch endedOtherwise(StateView before, PlaybackEnded event, Recorded at) {
        Reply reply = open(before, event.reply(), at);
        if (reply == null) {
            return null;
        }
        long after = event.after() == null ? 0 : event.after();
        if (after != reply.stoppedBy) {
            return new Mismatch("after event " + reply.stoppedBy, "after event " + after);
        }
        if (!reply.isInFrames && event.audioMs() != reply.audioMs) {
            return new Mismatch("audio_ms " + reply.audioMs, "audio_ms " + event.audioMs());
        }
        if (event.playedMs() > event.audioMs()) {
            return new Mismatch("played_ms of at most " + event.audioMs(), "played_ms " + event.playedMs());
        }
        boolean isCut = event.playedMs() < event.audioMs() || (reply.isInFrames && event.interrupted());
        if (event.interrupted() != isCut) {
            return new Mismatch("interrupted " + isCut, "interrupted " + event.interrupted());
        }
        return event.fromMs() <= event.toMs()
                ? null
                : new Mismatch("an end after " + event.fromMs() + " ms", "at " + event.toMs() + " ms");
    }

    /** Of replies that were over long ago nobody remembers how much was played. */
    private static @Nullable Mismatch heardMore(StateView before, PlaybackCorrected event, Recorded at) {
        Replies replies = before.openReplies();
        Long played = replies.playedMs().get(event.reply());
        if (played == null) {
            boolean isForgotten = replies.playedMs().size() >= Replies.PLAYED_MAX
                    && event.reply() < before.replies().last();
            return isForgotten ? null : new Mismatch("a reply that was played", "reply " + event.reply());
        }
        boolean isLess =
                event.playedMs() >= 0 && event.playedMs() < played && event.playedMs() + event.lessMs() == played;
        return isLess
                ? null
                : new Mismatch("less than the " + played + " ms that were played", event.playedMs() + " ms");
    }
}
