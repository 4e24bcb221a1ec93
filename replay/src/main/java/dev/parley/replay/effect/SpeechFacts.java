package dev.parley.replay.effect;

import dev.parley.kernel.stream.Stream;
import dev.parley.kernel.stream.StreamState;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replies: each has its own stream, is heard only while that stream plays, and never longer than its audio is. */
final class SpeechFacts implements Facts {
    private static final String ROOM = "verdict.stream";
    private static final String PREFIX = "reply:";
    private static final String VOICE = "voice";

    private final Course course;
    private final Map<Long, Said> replies = new HashMap<>();
    private long last;
    private String speaker = "";
    private String state = "";
    private boolean sessionEnded;

    /** One reply, or a sentence of one, from its text to the end of its playback. */
    private static final class Said {
        private final long turn;
        private final boolean interruptible;
        private @Nullable StreamState stream;
        private boolean writing;
        private boolean heard;
        private boolean playing;
        private boolean over;
        private long audioMs;
        private long playedMs;

        Said(long turn, boolean interruptible) {
            this.turn = turn;
            this.interruptible = interruptible;
        }

        boolean isOpen() {
            return heard && !over;
        }

        boolean isFinal() {
            return stream instanceof StreamState.Stopped || stream instanceof StreamState.Failed;
        }
    }

    SpeechFacts(Course course) {
        this.course = course;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case ROOM -> decided(moment);
            case "agent.writing" -> writing(moment);
            case "agent.reply" -> written(moment);
            case "agent.sentence" -> sentence(moment);
            case "playback.started" -> started(moment);
            case "playback.resumed" -> resumed(moment);
            case "playback.paused", "playback.suspended", "playback.stalled" -> halted(moment);
            case "playback.progress" -> played(moment);
            case "playback.ended" -> ended(moment);
            case "caption" -> open(moment) == null ? unheard(moment) : null;
            case "agent.state" -> shown(moment);
            default -> null;
        };
    }

    /** The next runtime shows its state whatever the old one showed. */
    @Override
    public void takenOver() {
        state = "";
    }

    private @Nullable Fault decided(Moment moment) {
        if (!moment.allows(ROOM)) {
            return null;
        }
        sessionEnded = sessionEnded || moment.action().equals("SESSION_END");
        if (moment.verdict() != null && moment.verdict().state() instanceof Stream stream) {
            if (stream.name().equals(VOICE)) {
                speaker = stream.owner() == null ? "" : stream.owner();
                return null;
            }
            return stream.name().startsWith(PREFIX) ? reply(moment, stream) : null;
        }
        return null;
    }

    private @Nullable Fault reply(Moment moment, Stream stream) {
        Said said = replies.get(number(stream.name()));
        if (said == null || (said.turn != moment.turn() && moment.turn() != 0)) {
            return new Fault("agent.reply or agent.sentence of " + stream.name(), moment.brief());
        }
        boolean begins = moment.action().equals("CREATE");
        if (begins || moment.action().equals("PLAY")) {
            Fault outside = course.outside(moment);
            if (outside != null) {
                return outside;
            }
        }
        if (begins && !moment.actor().equals(speaker)) {
            return new Fault(stream.name() + " of " + speaker + ", who has the floor", "of " + moment.actor());
        }
        boolean interruptible = Boolean.TRUE.equals(moment.parameters().flag("interruptible"));
        if (begins && interruptible != said.interruptible) {
            return new Fault("interruptible " + said.interruptible, "interruptible " + interruptible);
        }
        if (begins
                && !Moment.text(moment.parameters(), "session")
                        .equals(moment.rune().conversation())) {
            return new Fault("a stream of this conversation", "session " + Moment.text(moment.parameters(), "session"));
        }
        said.stream = stream.state();
        return null;
    }

    private static long number(String name) {
        String digits = name.substring(PREFIX.length());
        boolean isNumber =
                !digits.isEmpty() && digits.length() < 19 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Long.parseLong(digits) : 0;
    }

    /** A reply begins that is spoken while it is written. */
    private @Nullable Fault writing(Moment moment) {
        Fault fault = said(moment, moment.flag("interruptible"));
        Said said = replies.get(moment.number("reply"));
        if (said != null) {
            said.writing = true;
        }
        return fault;
    }

    /** A reply as it was written; one that was spoken meanwhile keeps its number. */
    private @Nullable Fault written(Moment moment) {
        Said said = replies.get(moment.number("reply"));
        if (said == null || !said.writing || said.turn != moment.turn()) {
            return said(moment, moment.flag("interruptible"));
        }
        said.writing = false;
        return said.interruptible == moment.flag("interruptible")
                ? course.outside(moment)
                : new Fault("interruptible " + said.interruptible, "interruptible " + !said.interruptible);
    }

    private @Nullable Fault sentence(Moment moment) {
        Said whole = replies.get(moment.number("of"));
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
        replies.put(number, new Said(moment.turn(), interruptible));
        return course.outside(moment);
    }

    private @Nullable Fault started(Moment moment) {
        Said said = replies.get(moment.number("reply"));
        if (said == null || said.turn != moment.turn() || !(said.stream instanceof StreamState.Playing)) {
            return new Fault("an allowed PLAY of reply:" + moment.number("reply") + " in force", moment.brief());
        }
        if (said.heard) {
            return new Fault("one playback of reply " + moment.number("reply"), "a second one");
        }
        said.heard = true;
        said.playing = true;
        said.audioMs = moment.number("audio_ms");
        return said.audioMs > 0 ? course.outside(moment) : new Fault("audio", "none");
    }

    /** The reply whose playback this rune is about, if it has begun, is not over, and is of the same turn. */
    private @Nullable Said open(Moment moment) {
        Said said = replies.get(moment.number("reply"));
        return said != null && said.isOpen() && said.turn == moment.turn() ? said : null;
    }

    private static Fault unheard(Moment moment) {
        return new Fault(
                "playback.started of reply " + moment.number("reply") + ", and not ended",
                moment.kind() + " of reply " + moment.number("reply"));
    }

    private @Nullable Fault resumed(Moment moment) {
        Said said = open(moment);
        if (said == null || said.playing || !(said.stream instanceof StreamState.Playing)) {
            return said == null ? unheard(moment) : new Fault("a reply that is paused", "one that plays");
        }
        said.playing = true;
        Fault audio = audio(said, moment);
        return audio == null ? course.outside(moment) : audio;
    }

    private static @Nullable Fault audio(Said said, Moment moment) {
        return moment.number("audio_ms") == said.audioMs
                ? null
                : new Fault("audio_ms " + said.audioMs, "audio_ms " + moment.number("audio_ms"));
    }

    private @Nullable Fault halted(Moment moment) {
        Said said = open(moment);
        if (said == null || !said.playing) {
            return said == null ? unheard(moment) : new Fault("a reply that plays", "one that is paused");
        }
        said.playing = false;
        return played(moment);
    }

    private @Nullable Fault played(Moment moment) {
        Said said = open(moment);
        if (said == null) {
            return unheard(moment);
        }
        long played = moment.number("played_ms");
        if (played < said.playedMs || played > said.audioMs) {
            return new Fault("played_ms from " + said.playedMs + " to " + said.audioMs, "played_ms " + played);
        }
        said.playedMs = played;
        return null;
    }

    private @Nullable Fault ended(Moment moment) {
        Said said = open(moment);
        if (said == null) {
            return unheard(moment);
        }
        if (!said.isFinal() && !course.isHalted()) {
            return new Fault("the end of the stream reply:" + moment.number("reply"), moment.kind());
        }
        Fault fault = played(moment);
        if (fault == null) {
            fault = audio(said, moment);
        }
        if (fault != null) {
            return fault;
        }
        boolean cut = said.playedMs < said.audioMs;
        said.over = true;
        said.playing = false;
        if (moment.flag("interrupted") != cut) {
            return new Fault("interrupted " + cut, "interrupted " + !cut);
        }
        return moment.number("from_ms") <= moment.number("to_ms")
                ? null
                : new Fault("an end at or after " + moment.number("from_ms"), "to_ms " + moment.number("to_ms"));
    }

    /** Only changes are shown, and nobody is said to speak or think while nothing is open. */
    private @Nullable Fault shown(Moment moment) {
        String now = moment.text("state");
        if (now.equals(state)) {
            return new Fault("another state than " + state, now);
        }
        state = now;
        boolean open = course.activeTurn() != 0;
        return now.equals("listening") || open ? null : new Fault("listening, for no turn is open", now);
    }

    @Override
    public @Nullable Fault turnEnds(long turn, boolean committed) {
        for (Map.Entry<Long, Said> each : replies.entrySet()) {
            Said said = each.getValue();
            if (said.turn == turn && said.writing && committed) {
                return new Fault("agent.reply " + each.getKey(), "the end of turn " + turn);
            }
            if (said.turn == turn && said.isOpen()) {
                return new Fault("playback.ended of reply " + each.getKey(), "the end of turn " + turn);
            }
            if (said.turn == turn && said.stream != null && !said.isFinal() && !course.isHalted()) {
                return new Fault("the end of the stream reply:" + each.getKey(), "the end of turn " + turn);
            }
        }
        replies.clear();
        return null;
    }

    @Override
    public @Nullable Fault conversationEnds() {
        return sessionEnded || course.isHalted() ? null : new Fault("SESSION_END", "the end of the conversation");
    }
}
