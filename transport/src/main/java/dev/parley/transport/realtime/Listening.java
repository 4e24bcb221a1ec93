package dev.parley.transport.realtime;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VoiceEvents.FinalTranscriptReceived;
import dev.parley.kernel.event.VoiceEvents.VoiceSegment;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentEnded;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentLost;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.media.Frame;
import dev.parley.session.media.FrameCutter;
import dev.parley.transport.budget.OverBudget;
import dev.parley.transport.budget.TimeSlice;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A person's voice on its way in, and what the client is told of it. Where voices are detected here every frame is heard at
 * once; otherwise frames are kept until the client says that they are something that was said.
 */
final class Listening {
    private static final long MICROS_PER_MS = 1_000;
    private static final int COMMITTED_FRAMES_MIN = 5;
    /** So many committed items wait for their voice to be heard; one more than that will have no transcript. */
    private static final int COMMITTED_MAX = 64;

    private static final int KEPT_BYTES_MAX = 5 * 60 * 1000 / Frame.MS * Frame.BYTES;
    /** What the cutter holds back of sound before, and its last frame, which is filled up. */
    private static final int SPARE_BYTES = 5 * Frame.BYTES;

    private static final byte[] SILENCE = new byte[Frame.BYTES];

    private final Object lock;
    private final Items items;
    private final Outbox out;
    private final Ear ear;
    private final TimeSlice slice = new TimeSlice();
    private final KeptAudio kept;
    private final Deque<Item> committed = new ArrayDeque<>();
    private final Map<String, Utterance> utterances = new HashMap<>();
    private FrameCutter cutter;
    private AudioFormat format;
    private boolean detects;
    private long paddingMs;
    private boolean transcribes = true;
    private int voices;

    /** Who hears frames; it may hold the reader up. */
    interface Ear {
        void hear(byte[] frame, Frame.Voiced voiced);
    }

    /** Something that is being said. */
    private static final class Utterance {
        private final Item item;
        private final boolean detected;
        private final long fromMs;
        private long toMs;
        private boolean ended;
        private @Nullable String words;

        Utterance(Item item, boolean detected, long fromMs) {
            this.item = item;
            this.detected = detected;
            this.fromMs = fromMs;
        }
    }

    Listening(Object lock, Items items, Outbox out, KeptAudio kept, Ear ear) {
        this.kept = kept;
        this.lock = lock;
        this.items = items;
        this.out = out;
        this.ear = ear;
        this.format = AudioFormat.PCM;
        this.cutter = cutter();
    }

    private FrameCutter cutter() {
        return new FrameCutter(format.rateHz(), 1, this::take);
    }

    // --- by the socket's reader

    /** How the client writes its sound, and who finds voices in it, from now on. */
    void use(AudioFormat newFormat, boolean newDetects, long newPaddingMs) {
        if (format != newFormat) {
            format = newFormat;
            cutter = cutter();
        }
        detects = newDetects;
        synchronized (lock) {
            paddingMs = newPaddingMs;
        }
    }

    /** Whether the client is told what voices have said, from now on. */
    void transcribe(boolean newTranscribes) {
        synchronized (lock) {
            transcribes = newTranscribes;
        }
    }

    void append(byte[] sound) throws BadEvent {
        byte[] pcm = format.samples(sound);
        if (!detects) {
            makeRoom(pcm.length);
        }
        cutter.write(pcm, 0, pcm.length);
    }

    /** The client may commit or clear what it has sent, so it keeps its socket where there is no room for more. */
    private void makeRoom(int bytes) throws BadEvent {
        long heard = (long) bytes * Frame.RATE_HZ / format.rateHz() + SPARE_BYTES;
        if (kept.bytes() + heard > KEPT_BYTES_MAX) {
            throw new BadEvent("input_audio_buffer_full", "the buffer holds five minutes; commit or clear it", "audio");
        }
        try {
            kept.makeRoom((int) heard);
        } catch (OverBudget e) {
            throw new BadEvent(OverBudget.CODE, e.detail(), "audio");
        }
    }

    private void take(byte[] frame) {
        slice.yieldIfOver();
        if (detects) {
            ear.hear(frame, Frame.Voiced.DETECTED);
        } else {
            kept.add(frame);
        }
    }

    /** What was sent so far is something that was said. */
    void commit() throws BadEvent {
        if (detects) {
            synchronized (lock) {
                if (voices == 0) {
                    throw empty();
                }
            }
            ear.hear(SILENCE, Frame.Voiced.LAST);
            return;
        }
        cutter.finish();
        cutter = cutter();
        try {
            commitKept();
        } finally {
            kept.clear();
        }
    }

    private void commitKept() throws BadEvent {
        if (kept.frames() < COMMITTED_FRAMES_MIN) {
            throw empty();
        }
        synchronized (lock) {
            Item item = Item.ofVoice(out.newId("item"));
            if (committed.size() == COMMITTED_MAX) {
                committed.remove();
            }
            committed.add(item);
            commit(item);
        }
        for (int at = 0; at < kept.frames(); at++) {
            ear.hear(kept.frame(at), at == kept.frames() - 1 ? Frame.Voiced.LAST : Frame.Voiced.GIVEN);
        }
    }

    private static BadEvent empty() {
        return new BadEvent("input_audio_buffer_commit_empty", "there is nothing in the buffer to commit", "");
    }

    void clear() {
        kept.clear();
        cutter = cutter();
        out.send("input_audio_buffer.cleared", Json.Obj.EMPTY);
    }

    // --- where the conversation runs, in the session's lock

    void recorded(Rune rune) {
        long atMs = rune.envelope().mediaMicros() / MICROS_PER_MS;
        switch (EventCatalogue.read(rune)) {
            case VoiceSegmentStarted began -> began(began.voice().segment(), atMs);
            case VoiceSegmentEnded(VoiceSegment voice) -> ended(voice.segment(), atMs);
            case FinalTranscriptReceived(VoiceSegment voice, String text) -> understood(voice.segment(), text);
            case VoiceSegmentLost(VoiceSegment voice) -> understood(voice.segment(), "");
            default -> {
                // Guesses are not told.
            }
        }
    }

    private void began(String segment, long atMs) {
        Item given = committed.poll();
        Item item = given == null ? Item.ofVoice(out.newId("item")) : given;
        utterances.put(segment, new Utterance(item, given == null, atMs));
        if (given == null) {
            voices++;
            out.send(
                    "input_audio_buffer.speech_started",
                    Json.Obj.EMPTY.with("item_id", item.id()).with("audio_start_ms", Math.max(0, atMs - paddingMs)));
        }
    }

    private void ended(String segment, long atMs) {
        Utterance utterance = utterances.get(segment);
        if (utterance == null) {
            return;
        }
        utterance.ended = true;
        utterance.toMs = atMs;
        if (utterance.detected) {
            voices--;
            out.send(
                    "input_audio_buffer.speech_stopped",
                    Json.Obj.EMPTY.with("item_id", utterance.item.id()).with("audio_end_ms", atMs));
            commit(utterance.item);
        }
        tell(segment, utterance);
    }

    private void commit(Item item) {
        out.send(
                "input_audio_buffer.committed",
                Json.Obj.EMPTY.with("item_id", item.id()).with("previous_item_id", items.before(null)));
        items.append(item);
        items.done(item);
    }

    private void understood(String segment, String words) {
        Utterance utterance = utterances.get(segment);
        if (utterance != null) {
            utterance.words = words;
            tell(segment, utterance);
        }
    }

    /** Words are told once their item is. */
    private void tell(String segment, Utterance utterance) {
        String words = utterance.words;
        if (!utterance.ended || words == null) {
            return;
        }
        utterances.remove(segment);
        utterance.item.understood(words, transcribes);
        if (!transcribes) {
            return;
        }
        Json.Obj what = Json.Obj.EMPTY.with("item_id", utterance.item.id()).with("content_index", 0);
        if (!words.isEmpty()) {
            out.send("conversation.item.input_audio_transcription.delta", what.with("delta", words));
        }
        BigDecimal seconds = BigDecimal.valueOf(Math.max(0, utterance.toMs - utterance.fromMs), 3);
        out.send(
                "conversation.item.input_audio_transcription.completed",
                what.with("transcript", words)
                        .with("usage", Json.Obj.EMPTY.with("type", "duration").with("seconds", new Json.Num(seconds))));
    }
}
