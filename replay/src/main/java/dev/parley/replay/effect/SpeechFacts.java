package dev.parley.replay.effect;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.stream.Stream;
import dev.parley.kernel.stream.StreamState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replies: each has its own stream, is heard only while that stream plays, and never longer than its audio is. The length of
 * speech in frames is known only when it ends; until then it is held to the time for which it plays.
 */
final class SpeechFacts implements Facts {
    private static final String ROOM = "verdict.stream";
    private static final String PREFIX = "reply:";
    /** A frame that has begun counts as played. */
    private static final long FRAME_MS = 20;

    private static final Set<String> BY_A_PERSON = Set.of("interrupted", "cancelled");

    private final Course course;
    private final Floor floor;
    private final PrivacyFacts privacy;
    private final CutTurn cut = new CutTurn();
    /** How much was played of replies that are over. */
    private final Map<Long, Long> playedMs = new HashMap<>();

    private final Map<Long, SpokenReply> replies = new HashMap<>();
    private final Set<Long> leftByAHalt = new HashSet<>();
    private long last;
    private long dropsIn;

    SpeechFacts(Course course, Floor floor, PrivacyFacts privacy) {
        this.course = course;
        this.floor = floor;
        this.privacy = privacy;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        Fault late = cut.refuses(moment);
        return late == null || isWrittenToItsEnd(moment) ? taken(moment) : late;
    }

    private boolean isWrittenToItsEnd(Moment moment) {
        SpokenReply said = replies.get(moment.number("reply"));
        return moment.kind().equals("agent.reply") && said != null && said.writing;
    }

    private @Nullable Fault taken(Moment moment) {
        return switch (moment.kind()) {
            case ROOM -> decided(moment);
            case "agent.writing" -> writing(moment);
            case "agent.reply" -> written(moment);
            case "agent.sentence" -> sentence(moment);
            case "playback.started" -> started(moment);
            case "playback.resumed" -> resumed(moment);
            case "playback.paused", "playback.suspended", "playback.stalled" -> halted(moment);
            case "playback.progress" -> played(moment, true);
            case "playback.ended" -> ended(moment);
            case "playback.reported" -> reported(moment);
            case "control.drop_notice" -> {
                dropsIn = course.activeTurn();
                yield null;
            }
            case "caption" -> captioned(moment);
            default -> null;
        };
    }

    private @Nullable Fault decided(Moment moment) {
        Fault stopped = stopper(moment);
        if (stopped != null) {
            return stopped;
        }
        asked(moment);
        return moment.allows(ROOM)
                        && moment.verdict() != null
                        && moment.verdict().state() instanceof Stream stream
                        && stream.name().startsWith(PREFIX)
                ? reply(moment, stream)
                : null;
    }

    /** Also in a halted conversation the runtime asks before it ends what is heard, and does so whatever it is told. */
    private void asked(Moment moment) {
        SpokenReply said = moment.target().startsWith(PREFIX) ? replies.get(number(moment.target())) : null;
        boolean ends = moment.action().equals("STOP") || moment.action().equals("FAIL");
        if (said != null && ends && moment.actor().equals("system")) {
            said.endAsked = true;
        }
    }

    /** People interrupt. A stop is asked for by the agent whose reply it is, in a halted conversation by the runtime alone. */
    private @Nullable Fault stopper(Moment moment) {
        boolean stops = moment.action().equals("STOP") && moment.target().startsWith(PREFIX);
        boolean mayAsk = moment.actor().equals("system")
                || (ActorKind.of(moment.actor()) == ActorKind.AGENT && !course.isHalted());
        return stops && !mayAsk ? new Fault("STOP by system or the agent", moment.brief()) : null;
    }

    private @Nullable Fault reply(Moment moment, Stream stream) {
        SpokenReply said = replies.get(number(stream.name()));
        if (said == null && isLeftByAHalt(moment, number(stream.name()))) {
            return null;
        }
        if (said == null || (said.turn != moment.turn() && moment.turn() != 0)) {
            return new Fault("agent.reply or agent.sentence of " + stream.name(), moment.brief());
        }
        Fault fault = switch (moment.action()) {
            case "CREATE" -> created(moment, said);
            case "PLAY" -> {
                said.play = moment.rune().eventId();
                yield course.outside(moment);
            }
            case "STOP" -> finished(moment, said);
            case "INTERRUPT" -> course.stranger(moment);
            default -> null;
        };
        said.stream = stream.state();
        said.interrupted = said.interrupted || moment.action().equals("INTERRUPT");
        said.stopped = moment.action().equals("STOP") && moment.actor().equals("system") && stream.owner() != null;
        if (said.stopped && said.heard && !course.isHalted() && !privacy.isWithdrawn(number(stream.name()))) {
            cut.stopped(said.turn, number(stream.name()));
        }
        return fault;
    }

    /** Nothing moves in a halted conversation: what was open when its turn ended is closed by a runtime that comes after the halt. */
    private boolean isLeftByAHalt(Moment moment, long reply) {
        boolean closes = moment.action().equals("FAIL") && moment.actor().equals("system") && course.isRecovering();
        return closes && leftByAHalt.remove(reply);
    }

    /** An agent stops its own reply when the audio is over; one that is paused, or has more to say, is cut by others. */
    private @Nullable Fault finished(Moment moment, SpokenReply said) {
        if (moment.actor().equals("system")) {
            return null;
        }
        if (!said.heard) {
            return null;
        }
        long exact = said.playedMs + (said.playing ? moment.nowMs() - said.sinceMs : 0);
        boolean over = !course.isVirtual() || said.inFrames || dropsIn == said.turn || exact >= said.audioMs;
        return said.playing && over ? null : new Fault("STOP by system, for the audio is not over", moment.brief());
    }

    private @Nullable Fault created(Moment moment, SpokenReply said) {
        boolean interruptible = Boolean.TRUE.equals(moment.parameters().flag("interruptible"));
        if (interruptible != said.interruptible) {
            return new Fault("interruptible " + said.interruptible, "interruptible " + interruptible);
        }
        return course.outside(moment);
    }

    /** The number of the reply whose stream has this name, 0 if none has. */
    static long number(String name) {
        return Math.max(0, Moment.digits(name, PREFIX.length(), 18));
    }

    /** A reply begins that is spoken while it is written. */
    private @Nullable Fault writing(Moment moment) {
        Fault fault = said(moment, moment.flag("interruptible"));
        SpokenReply said = replies.get(moment.number("reply"));
        if (said != null) {
            said.writing = true;
        }
        return fault;
    }

    /** A reply as it was written; one that was spoken meanwhile keeps its number. */
    private @Nullable Fault written(Moment moment) {
        SpokenReply said = replies.get(moment.number("reply"));
        if (said == null || !said.writing || said.turn != moment.turn()) {
            return said(moment, moment.flag("interruptible"));
        }
        said.writing = false;
        return said.interruptible == moment.flag("interruptible")
                ? course.outside(moment)
                : new Fault("interruptible " + said.interruptible, "interruptible " + !said.interruptible);
    }

    private @Nullable Fault sentence(Moment moment) {
        SpokenReply whole = replies.get(moment.number("of"));
        return whole == null || whole.turn != moment.turn()
                ? new Fault("agent.reply " + moment.number("of") + " in turn " + moment.turn(), moment.brief())
                : said(moment, whole.interruptible);
    }

    /** Replies and their sentences are numbered upwards, without a gap. */
    private @Nullable Fault said(Moment moment, boolean interruptible) {
        long number = moment.number("reply");
        if (number != last + 1) {
            return new Fault("reply " + (last + 1), "reply " + number);
        }
        last = number;
        replies.put(number, new SpokenReply(moment.turn(), interruptible));
        return course.outside(moment);
    }

    private @Nullable Fault started(Moment moment) {
        SpokenReply said = replies.get(moment.number("reply"));
        if (said == null || said.turn != moment.turn() || !(said.stream instanceof StreamState.Playing)) {
            return new Fault("an allowed PLAY of reply:" + moment.number("reply") + " in force", moment.brief());
        }
        if (said.heard) {
            return new Fault("one playback of reply " + moment.number("reply"), "a second one");
        }
        said.heard = true;
        said.playing = true;
        said.sinceMs = moment.nowMs();
        said.beganMs = moment.nowMs();
        said.audioMs = moment.number("audio_ms");
        said.inFrames = said.audioMs == 0 && moment.isInSound();
        return said.audioMs > 0 || said.inFrames ? course.outside(moment) : new Fault("audio", "none");
    }

    /** The reply whose playback this rune is about, if it has begun, is not over, and is of the same turn. */
    private @Nullable SpokenReply open(Moment moment) {
        SpokenReply said = replies.get(moment.number("reply"));
        return said != null && said.isOpen() && said.turn == moment.turn() ? said : null;
    }

    private static Fault unheard(Moment moment) {
        return new Fault(
                "playback.started of reply " + moment.number("reply") + ", and not ended",
                moment.kind() + " of reply " + moment.number("reply"));
    }

    private @Nullable Fault captioned(Moment moment) {
        SpokenReply said = open(moment);
        if (said == null || said.captioned) {
            return said == null ? unheard(moment) : new Fault("one caption", "a second one");
        }
        said.captioned = true;
        return null;
    }

    private @Nullable Fault resumed(Moment moment) {
        SpokenReply said = open(moment);
        if (said == null || said.playing || !(said.stream instanceof StreamState.Playing)) {
            return said == null ? unheard(moment) : new Fault("a reply that is paused", "one that plays");
        }
        Fault fault = said.after(moment);
        if (moment.number("play") != said.play) {
            fault = new Fault("by the PLAY of event " + said.play, "by event " + moment.number("play"));
        }
        if (fault != null) {
            return fault;
        }
        said.playing = true;
        said.stoppedBy = 0;
        said.sinceMs = moment.nowMs();
        Fault audio = said.audio(moment);
        return audio == null ? course.outside(moment) : audio;
    }

    private @Nullable Fault halted(Moment moment) {
        SpokenReply said = open(moment);
        if (said == null || !said.playing) {
            return said == null ? unheard(moment) : new Fault("a reply that plays", "one that is paused");
        }
        Fault fault = played(moment, false);
        said.stoppedBy = moment.rune().eventId();
        return fault;
    }

    /** What was played grows with the time that it plays; on virtual time it is that time. */
    private @Nullable Fault played(Moment moment, boolean playsOn) {
        SpokenReply said = open(moment);
        if (said == null) {
            return unheard(moment);
        }
        long now = moment.nowMs();
        long passed = said.playing ? now - said.sinceMs : 0;
        long exact = said.playedMs + passed;
        boolean isExact = course.isVirtual() && !course.isRecovering() && !said.inFrames;
        long length = said.inFrames ? said.playableMs + passed + FRAME_MS : said.audioMs;
        long most = !said.playing ? said.playedMs : isExact ? Math.min(exact, length) : length;
        long least = isExact ? most : said.playedMs;
        long played = moment.number("played_ms");
        if (played < least || played > most) {
            return new Fault("played_ms from " + least + " to " + most, "played_ms " + played);
        }
        boolean shown = !said.playing || course.isRecovering() || course.state().equals("speaking");
        said.playedMs = played;
        said.endedMs = said.playing ? now : said.endedMs;
        said.playing = playsOn && said.playing;
        said.playableMs = said.playing ? said.playableMs + passed : played;
        said.sinceMs = now;
        return shown
                ? null
                : new Fault("agent.state speaking while reply " + moment.number("reply") + " plays", "none");
    }

    private @Nullable Fault ended(Moment moment) {
        SpokenReply said = open(moment);
        if (said == null) {
            return unheard(moment);
        }
        if (!said.isFinal() && !(course.isHalted() && said.endAsked)) {
            return new Fault("the end of the stream reply:" + moment.number("reply"), moment.kind());
        }
        Fault fault = said.after(moment);
        if (fault == null) {
            fault = played(moment, false);
        }
        if (fault == null) {
            fault = said.audio(moment);
        }
        if (fault != null) {
            return fault;
        }
        said.over = true;
        playedMs.put(moment.number("reply"), said.playedMs);
        fault = said.cut(moment);
        if (fault != null) {
            return fault;
        }
        long from = moment.number("from_ms");
        long to = moment.number("to_ms");
        boolean exact = !course.isVirtual() || course.isRecovering() || (from == said.beganMs && to == said.endedMs);
        return exact && from <= to
                ? null
                : new Fault("from " + said.beganMs + " to " + said.endedMs + " ms", "from " + from + " to " + to);
    }

    /** A far end can have heard less of a reply than was played, and never more. */
    private @Nullable Fault reported(Moment moment) {
        long played = playedMs.getOrDefault(moment.number("reply"), -1L);
        long reported = moment.number("played_ms");
        boolean less = reported >= 0 && reported < played && reported + moment.number("less_ms") == played;
        playedMs.put(moment.number("reply"), reported);
        return less ? null : new Fault("less than the " + played + " ms that were played", moment.brief());
    }

    @Override
    public void remember(Moment past) {
        switch (past.kind()) {
            case "agent.writing", "agent.reply", "agent.sentence" -> last = Math.max(last, past.number("reply"));
            case "playback.ended", "playback.reported" -> playedMs.put(past.number("reply"), past.number("played_ms"));
            default -> {
                // Nothing else lasts.
            }
        }
    }

    /** The next runtime ends what the old one has cut. */
    @Override
    public void takenOver() {
        cut.over();
    }

    @Override
    public @Nullable Fault turnEnds(long turn, boolean committed, String reason) {
        boolean answered = false;
        for (Map.Entry<Long, SpokenReply> each : replies.entrySet()) {
            SpokenReply said = each.getValue();
            if (said.turn == turn) {
                answered = true;
                Fault fault = left(each.getKey(), said, committed, reason);
                if (fault != null) {
                    return fault;
                }
                if (said.stream != null && !said.isFinal()) {
                    leftByAHalt.add(each.getKey());
                }
            }
        }
        replies.clear();
        cut.over();
        return committed && !answered ? new Fault("agent.reply in turn " + turn + " before it commits", "none") : null;
    }

    private @Nullable Fault left(long reply, SpokenReply said, boolean committed, String reason) {
        String end = "the end of turn " + said.turn;
        if (said.writing && !course.isRecovering()) {
            return new Fault("agent.reply " + reply, end);
        }
        if (said.isOpen()) {
            return new Fault("playback.ended of reply " + reply, end);
        }
        if (said.stream != null && !said.isFinal() && !course.isHalted()) {
            return new Fault("the end of the stream reply:" + reply, end);
        }
        if (!said.heard || course.isRecovering()) {
            return null;
        }
        if (committed && (said.stopped || said.interrupted) && !privacy.isWithdrawn(reply)) {
            return new Fault("an abort, for reply " + reply + " was cut", "the commit of turn " + said.turn);
        }
        boolean stopped = said.stopped && !said.interrupted && !privacy.isWithdrawn(reply);
        return !committed && BY_A_PERSON.contains(reason) && stopped
                ? new Fault("INTERRUPT of reply:" + reply + " by a person", "STOP by system")
                : null;
    }

    @Override
    public @Nullable Fault conversationEnds() {
        return floor.isEnded() ? null : new Fault("SESSION_END", "the end of the conversation");
    }
}
