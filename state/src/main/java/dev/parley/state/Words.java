package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.ReplyDeferred;
import dev.parley.kernel.event.AgentEvents.ReplyDelivered;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.HumanEvents.HumanSpoke;
import dev.parley.kernel.event.UserEvents.UserQueued;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VoiceEvents.FinalTranscriptReceived;
import dev.parley.kernel.event.VoiceEvents.VoiceSegment;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentEnded;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentLost;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ArgumentsDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What waits for a turn: transcripts and typed words that are in no turn yet, and replies that were left unsaid. Each of them is
 * taken once. Transcripts are known to one runtime alone; what was queued or deferred waits for the next one too.
 *
 * @param begun when the voices began whose words are not known yet, by segment
 * @param transcripts what was understood and is in the words of no user yet, by event
 * @param queued words that open a turn by themselves, by event
 * @param added words that belong to the next turn, by event
 * @param replies replies that nobody has heard yet, by the events at which they were deferred or said by a human
 */
public record Words(
        Map<String, Long> begun,
        Map<Long, Spoken> transcripts,
        Map<Long, Spoken> queued,
        Map<Long, Spoken> added,
        Map<Long, Unsaid> replies) {
    /** So much waits of each kind, however much a record leaves waiting: the oldest transcripts are those that nobody answers. */
    static final int WAITING_MAX = 1_024;

    private static final String TEXT = "pii_text";
    private static final String DIGEST = "text_sha256";

    private static final Words NONE = new Words(Map.of(), Map.of(), Map.of(), Map.of(), Map.of());

    static final Slice<Words> SLICE = new Slice<>() {
        @Override
        public Words initial() {
            return NONE;
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(
                    VoiceSegmentStarted.class,
                    VoiceSegmentEnded.class,
                    VoiceSegmentLost.class,
                    FinalTranscriptReceived.class,
                    UserQueued.class,
                    UserSpoke.class,
                    HumanSpoke.class,
                    AgentReplied.class,
                    ReplyDeferred.class,
                    ReplyDelivered.class);
        }

        @Override
        public Words apply(Words before, Recorded event) {
            return switch (event.event()) {
                case VoiceSegmentStarted began -> before.began(began, event);
                case VoiceSegmentEnded(VoiceSegment voice) -> voice.speech() ? before : before.isOver(voice);
                case VoiceSegmentLost(VoiceSegment voice) -> before.isOver(voice);
                case FinalTranscriptReceived known -> before.understood(known, event);
                case UserQueued words -> before.queued(words, event);
                case UserSpoke(UserText words) -> before.taken(words).withAdded(Map.of());
                case HumanSpoke words -> before.said(words, event);
                case AgentReplied reply -> before.withReplies(without(before.replies, reply.words()));
                case ReplyDeferred reply -> before.deferred(reply, event);
                case ReplyDelivered delivered -> before.withReplies(without(before.replies, delivered.of()));
                default -> before;
            };
        }

        // Transcripts are known to one runtime alone.
        @Override
        public Words takenOver(Words before, long lastTurn) {
            return new Words(Map.of(), Map.of(), before.queued, before.added, before.replies);
        }
    };

    /**
     * Words as far as the record has them.
     *
     * @param said the text, or the digest that was kept in its place
     * @param isReadable whether it is the text
     * @param isKept whether the record has the text
     */
    public record Text(String said, boolean isReadable, boolean isKept) {
        /** A runtime knows what it records, however little of it is kept. */
        static Text of(Recorded event, String text) {
            String digest = event.rune().payload().text(DIGEST);
            return digest == null || !text.isEmpty()
                    ? new Text(text, true, event.rune().payload().has(TEXT))
                    : new Text(digest, false, false);
        }

        boolean isSame(Text other) {
            return isReadable == other.isReadable ? said.equals(other.said) : digest().equals(other.digest());
        }

        private String digest() {
            return isReadable ? ArgumentsDigest.of(Json.of(said)) : said;
        }
    }

    /** Words of one user, or of several together, and when they were begun. */
    public record Spoken(Text text, String by, long fromMs) {}

    /**
     * A reply that waits for its turn.
     *
     * @param audioMs how long it takes to speak, 0 where it is said by a human
     * @param words the event with which a human said it, 0 for the reply of an agent
     * @param isDeferred whether it was left to the next host
     */
    public record Unsaid(Text text, long audioMs, boolean interruptible, long words, boolean isDeferred) {}

    private Words withAdded(Map<Long, Spoken> newAdded) {
        return added.isEmpty() && newAdded.isEmpty() ? this : new Words(begun, transcripts, queued, newAdded, replies);
    }

    private Words withReplies(Map<Long, Unsaid> newReplies) {
        return replies.isEmpty() && newReplies.isEmpty()
                ? this
                : new Words(begun, transcripts, queued, added, newReplies);
    }

    /** The transcript or the queued words of this event, null where they are taken or there are none. */
    @Nullable
    Spoken waiting(long event) {
        Spoken earlier = queued.get(event);
        return earlier == null ? transcripts.get(event) : earlier;
    }

    /** The events that these words are made of; none for words that are typed. */
    static List<Long> heard(UserText words) {
        List<Long> heard = words.heard();
        return heard == null ? List.of() : heard;
    }

    /** When the words that this event records were begun: those that were typed, when they came. */
    public long sinceMs(Recorded event) {
        List<Long> heard = event.event() instanceof UserSpoke(UserText words) ? heard(words) : List.of();
        long fromMs = heard.isEmpty() ? event.atMs() : Long.MAX_VALUE;
        for (long each : heard) {
            Spoken spoken = waiting(each);
            fromMs = Math.min(fromMs, spoken == null ? 0 : spoken.fromMs);
        }
        return fromMs;
    }

    private Words began(VoiceSegmentStarted began, Recorded at) {
        Long beganMs = began.beganMs();
        Map<String, Long> all = with(begun, began.voice().segment(), beganMs == null ? at.atMs() : beganMs);
        return new Words(all, transcripts, queued, added, replies);
    }

    private Words isOver(VoiceSegment voice) {
        return new Words(without(begun, voice.segment()), transcripts, queued, added, replies);
    }

    private Words understood(FinalTranscriptReceived known, Recorded at) {
        VoiceSegment voice = known.voice();
        long fromMs = begun.getOrDefault(voice.segment(), Long.MIN_VALUE);
        Spoken spoken = new Spoken(Text.of(at, known.piiText()), voice.by(), fromMs);
        Map<Long, Spoken> all = with(transcripts, at.id(), spoken);
        return new Words(without(begun, voice.segment()), all, queued, added, replies);
    }

    private Words queued(UserQueued words, Recorded at) {
        Spoken spoken =
                new Spoken(Text.of(at, words.text().piiText()), words.text().by(), at.atMs());
        if (Boolean.TRUE.equals(words.waits())) {
            Words now = taken(words.text());
            Map<Long, Spoken> all = with(now.queued, at.id(), spoken);
            return new Words(now.begun, now.transcripts, all, now.added, now.replies);
        }
        return Boolean.TRUE.equals(words.lost()) ? this : withAdded(with(added, at.id(), spoken));
    }

    private Words taken(UserText words) {
        List<Long> heard = heard(words);
        if (heard.isEmpty()) {
            return this;
        }
        Map<Long, Spoken> left = transcripts;
        Map<Long, Spoken> leftInQueue = queued;
        for (long each : heard) {
            left = without(left, each);
            leftInQueue = without(leftInQueue, each);
        }
        return new Words(begun, left, leftInQueue, added, replies);
    }

    private Words said(HumanSpoke words, Recorded at) {
        return withReplies(with(replies, at.id(), new Unsaid(Text.of(at, words.piiText()), 0, true, at.id(), false)));
    }

    private Words deferred(ReplyDeferred reply, Recorded at) {
        Long words = reply.words();
        Text text = Text.of(at, reply.piiText());
        Unsaid left = new Unsaid(text, reply.audioMs(), reply.interruptible(), words == null ? 0 : words, true);
        return withReplies(with(without(replies, words), at.id(), left));
    }

    private static <K, V> Map<K, V> with(Map<K, V> before, K key, V value) {
        Map<K, V> all = new LinkedHashMap<>(before);
        all.put(key, value);
        if (all.size() > WAITING_MAX) {
            all.remove(all.keySet().iterator().next());
        }
        return all;
    }

    private static <K, V> Map<K, V> without(Map<K, V> before, @Nullable K key) {
        if (key == null || !before.containsKey(key)) {
            return before;
        }
        Map<K, V> others = new LinkedHashMap<>(before);
        others.remove(key);
        return others;
    }
}
