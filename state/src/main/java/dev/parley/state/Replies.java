package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.Event;
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
import dev.parley.kernel.event.SpeechEvents.SpeechCutOff;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.state.Reply.Stage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The replies of the turn that is open, and how much of them was played.
 *
 * @param all in their order
 * @param playedMs how much was played of the newest replies that are over, by their number
 * @param leftByAHalt replies whose streams were open when their turn ended, because of a HALT or a lost record
 */
public record Replies(List<Reply> all, Map<Long, Long> playedMs, Set<Long> leftByAHalt) {
    /** Of so many replies that are over it is known how much was played. */
    static final int PLAYED_MAX = 64;

    /** So many replies and sentences of a turn are known, however many a record has. */
    private static final int OPEN_MAX = 1_024;

    private static final String PREFIX = "reply:";
    private static final int DIGITS_MAX = 18;

    static final Slice<Replies> SLICE = new RepliesSlice();

    /** The number of the reply whose stream has this name, 0 if none has. */
    public static long number(String stream) {
        int from = PREFIX.length();
        boolean isReply = stream.startsWith(PREFIX)
                && stream.length() > from
                && stream.length() - from <= DIGITS_MAX
                && stream.chars().skip(from).allMatch(each -> each >= '0' && each <= '9');
        return isReply ? Long.parseLong(stream.substring(from)) : 0;
    }

    /** The reply of this number, null where the open turn has none. */
    public @Nullable Reply reply(long number) {
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).number == number) {
                return all.get(i);
            }
        }
        return null;
    }

    private Replies with(Reply added) {
        List<Reply> more = new ArrayList<>(all);
        more.removeIf(each -> each.number == added.number);
        more.add(added);
        if (more.size() > OPEN_MAX) {
            more.removeFirst();
        }
        return new Replies(more, playedMs, leftByAHalt);
    }

    private Replies changed(long number, Consumer<Reply> change) {
        List<Reply> now = new ArrayList<>(all);
        for (int i = now.size() - 1; i >= 0; i--) {
            if (now.get(i).number == number) {
                Reply copy = now.get(i).copy();
                change.accept(copy);
                now.set(i, copy);
                return new Replies(now, playedMs, leftByAHalt);
            }
        }
        return this;
    }

    private Replies played(long number, long ms) {
        Map<Long, Long> newest = new LinkedHashMap<>(playedMs);
        newest.remove(number);
        newest.put(number, ms);
        if (newest.size() > PLAYED_MAX) {
            newest.remove(newest.keySet().iterator().next());
        }
        return new Replies(all, newest, leftByAHalt);
    }

    private Replies written(AgentReplied event, Recorded at) {
        Reply said = reply(event.reply());
        if (said == null || !said.isWriting || said.turn != at.turn()) {
            return with(Reply.said(event, at));
        }
        return changed(event.reply(), reply -> {
            reply.isWriting = false;
            reply.words = CountedWords.count(event.piiText());
            reply.writtenBy = at.id();
        });
    }

    private Replies sentence(AgentSentenceReleased event, Recorded at) {
        Reply whole = reply(event.of());
        Reply sentence = Reply.sentence(event, whole != null && whole.interruptible, at);
        return !sentence.isStreamed
                ? with(sentence)
                : with(sentence).changed(event.of(), of -> {
                    of.unheard++;
                    of.writtenBy = at.id();
                });
    }

    private Replies decided(Decided verdict, Recorded at) {
        long number = number(verdict.target());
        if (number == 0) {
            return this;
        }
        boolean bySystem = verdict.actor().equals("system");
        boolean ends = verdict.action().equals("STOP") || verdict.action().equals("FAIL");
        Replies now = ends && bySystem ? changed(number, reply -> reply.isEndAsked = true) : this;
        if (!verdict.isAllowed()) {
            return now;
        }
        if (ends && leftByAHalt.contains(number)) {
            Set<Long> left = new HashSet<>(leftByAHalt);
            left.remove(number);
            now = new Replies(now.all, now.playedMs, left);
        }
        return now.changed(number, reply -> {
            boolean stops = verdict.action().equals("STOP") && bySystem;
            reply.isStopped = stops && reply.isCutBySystem();
            reply.isOfSystem = verdict.action().equals("CREATE") ? bySystem : reply.isOfSystem;
            reply.isInterrupted |= verdict.action().equals("INTERRUPT");
            reply.play = verdict.action().equals("PLAY") ? at.id() : reply.play;
            reply.stage = after(reply.stage, verdict.action());
        });
    }

    private static Stage after(Stage before, String action) {
        return switch (action) {
            case "CREATE" -> Stage.MADE;
            case "PLAY", "SYNTHESIZE" -> Stage.PLAYING;
            case "INTERRUPT" -> Stage.INTERRUPTED;
            case "STOP", "FAIL" -> Stage.OVER;
            default -> before;
        };
    }

    private Replies heard(PlaybackEvents event, Recorded at) {
        return switch (event) {
            case PlaybackStarted(long reply, Long audioMs) ->
                changed(reply, each -> each.begins(audioMs == null ? 0 : audioMs, at));
            case PlaybackProgressed(long reply, long ms) -> changed(reply, each -> each.played(ms, true, at));
            case PlaybackPaused(long reply, long ms) -> stopped(reply, ms, at);
            case PlaybackSuspended(long reply, long ms) -> stopped(reply, ms, at);
            case PlaybackStalled(long reply, long ms) -> stopped(reply, ms, at);
            case PlaybackResumed resumed -> changed(resumed.reply(), each -> each.goesOn(at));
            case PlaybackEnded ended -> ended(ended, at);
            case PlaybackCorrected corrected -> played(corrected.reply(), corrected.playedMs());
            case CaptionShown(long reply, String _) -> changed(reply, each -> each.isCaptioned = true);
        };
    }

    private Replies stopped(long number, long ms, Recorded at) {
        return changed(number, reply -> {
            reply.played(ms, false, at);
            reply.stoppedBy = at.id();
        });
    }

    private Replies ended(PlaybackEnded event, Recorded at) {
        Reply sentence = reply(event.reply());
        Replies now = changed(event.reply(), reply -> {
                    reply.played(event.playedMs(), false, at);
                    reply.isPlayed = true;
                })
                .played(event.reply(), event.playedMs());
        return sentence == null || !sentence.isStreamed || sentence.of == 0 || event.interrupted()
                ? now
                : now.changed(sentence.of, whole -> {
                    whole.unheard--;
                    whole.writtenBy = at.id();
                });
    }

    /** The turn is over, and its replies with it. One that is still played was left by a runtime that could record no more. */
    private Replies over() {
        if (all.isEmpty()) {
            return this;
        }
        Set<Long> left = new HashSet<>(leftByAHalt);
        all.stream()
                .filter(each -> each.stage != Stage.NONE && !each.isOver())
                .limit(Math.max(0, OPEN_MAX - left.size()))
                .forEach(each -> left.add(each.number));
        return new Replies(all.stream().filter(Reply::isOpen).toList(), playedMs, left);
    }

    private static final class RepliesSlice implements Slice<Replies> {
        @Override
        public Replies initial() {
            return new Replies(List.of(), Map.of(), Set.of());
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(
                    AgentReplyStarted.class,
                    AgentReplied.class,
                    AgentSentenceReleased.class,
                    SpeechCutOff.class,
                    StreamDecided.class,
                    TurnDecided.class,
                    PlaybackStarted.class,
                    PlaybackProgressed.class,
                    PlaybackPaused.class,
                    PlaybackSuspended.class,
                    PlaybackStalled.class,
                    PlaybackResumed.class,
                    PlaybackEnded.class,
                    PlaybackCorrected.class,
                    CaptionShown.class);
        }

        @Override
        public Replies apply(Replies before, Recorded at) {
            return switch (at.event()) {
                case AgentReplyStarted event -> before.with(Reply.started(event, at));
                case AgentReplied event -> before.written(event, at);
                case AgentSentenceReleased event -> before.sentence(event, at);
                case SpeechCutOff event -> before.changed(event.reply(), reply -> reply.isCut = true);
                case StreamDecided verdict -> before.decided(verdict.decided(), at);
                case TurnDecided verdict -> Turns.ends(verdict) ? before.over() : before;
                case PlaybackEvents event -> before.heard(event, at);
                default -> before;
            };
        }

        /** The next runtime ends what the old one has left, and says so whether the old one did or not. */
        @Override
        public Replies takenOver(Replies before, long lastTurn) {
            List<Reply> uncut = new ArrayList<>();
            before.all.forEach(each -> {
                Reply reply = each.copy();
                reply.isCut = false;
                uncut.add(reply);
            });
            return new Replies(uncut, before.playedMs, before.leftByAHalt);
        }

        @Override
        public Replies atRest(Replies before) {
            return new Replies(List.of(), before.playedMs, Set.of());
        }
    }
}
