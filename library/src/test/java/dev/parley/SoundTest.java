package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.media.Frame;
import dev.parley.session.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program talks in frames: it hands in a voice and is handed speech. */
@Timeout(60)
class SoundTest {
    private static final byte[] SILENCE = new byte[Frame.BYTES];
    private static final byte[] VOICE = voice();

    @TempDir
    Path data;

    private final Far far = new Far();
    private Parley parley;
    private Conversation talk;
    private volatile List<String> said = List.of("what is the weather", "and tomorrow");

    private static byte[] voice() {
        byte[] pcm = new byte[Frame.BYTES];
        for (int i = 0; i < pcm.length; i += 2) {
            pcm[i + 1] = (byte) (i % 40 < 20 ? 20 : -20);
        }
        return pcm;
    }

    /** Keeps what it is told. */
    private static final class Far implements FarEnd {
        final BlockingQueue<Rune> runes = new LinkedBlockingQueue<>();
        final AtomicInteger played = new AtomicInteger();
        final AtomicInteger wholes = new AtomicInteger();
        volatile boolean shows;

        @Override
        public boolean play(byte[] pcm, long mediaMicros) {
            played.incrementAndGet();
            return true;
        }

        @Override
        public void flush() {}

        @Override
        public void handedOut() {
            wholes.incrementAndGet();
        }

        @Override
        public void recorded(Rune rune) {
            runes.add(rune);
        }

        @Override
        public Settings settings(Settings usual) {
            return usual.listening(200, true);
        }

        @Override
        public boolean showsWords() {
            return shows;
        }

        Json.Obj await(String kind) throws InterruptedException {
            while (true) {
                Rune rune = Objects.requireNonNull(runes.poll(20, TimeUnit.SECONDS), "no " + kind);
                if (rune.kind().equals(kind)) {
                    return rune.payload();
                }
            }
        }
    }

    @BeforeEach
    void open() throws IOException {
        parley = Parley.in(data)
                .model((prompt, _) -> Reply.says("It is sunny and warm in all of the country today, and tomorrow too."))
                .voices(() -> Map.of(
                        Modality.STT,
                        StandIn.script(said),
                        Modality.TTS,
                        StandIn.tone(),
                        Modality.VAD,
                        StandIn.level()))
                .open();
        talk = parley.converse("voice-1", Visit.ofStranger(), far);
    }

    @AfterEach
    void close() {
        talk.hangUp("disconnected").join();
        parley.close();
    }

    private void hear(byte[] frame, int times, Frame.Voiced voiced) {
        for (int i = 0; i < times; i++) {
            while (!talk.hear(frame, 0, voiced)) {
                Thread.onSpinWait();
            }
        }
    }

    private void speak() {
        hear(VOICE, 30, Frame.Voiced.DETECTED);
        hear(SILENCE, 15, Frame.Voiced.DETECTED);
    }

    @Test
    void aVoiceIsAnsweredAndAnotherVoiceCutsTheAnswerAtOnce() throws InterruptedException {
        speak();
        assertEquals("what is the weather", far.await("user.words").text("pii_text"));
        far.await("playback.started");
        hear(VOICE, 5, Frame.Voiced.DETECTED);
        assertEquals("interrupted", far.await("turn.interrupted").text("reason"));
        int played = far.played.get();
        assertTrue(played < 200, "the answer takes four seconds, 200 frames: " + played);
        hear(VOICE, 10, Frame.Voiced.DETECTED);
        hear(SILENCE, 15, Frame.Voiced.DETECTED);
        assertEquals("and tomorrow", far.await("user.words").text("pii_text"));
    }

    @Test
    void whatIsUnderstoodWithoutEndIsCutAndThatIsTold() throws InterruptedException {
        talk.hangUp("disconnected").join();
        said = List.of("word ".repeat(40_000).strip());
        talk = parley.converse("voice-2", Visit.ofStranger(), far);
        speak();
        assertEquals("stt", far.await("control.drop_notice").text("edge"));
        String understood = String.valueOf(far.await("stt.final").text("pii_text"));
        assertTrue(understood.length() <= 65_536 && understood.startsWith("word word"), "" + understood.length());
    }

    @Test
    void theFarEndMayKnowItselfWhatIsAVoice() throws InterruptedException {
        hear(SILENCE, 10, Frame.Voiced.GIVEN);
        hear(SILENCE, 1, Frame.Voiced.LAST);
        assertEquals("what is the weather", far.await("user.words").text("pii_text"));
    }

    @Test
    void wordsWaitUntilAnAnswerIsWanted() throws InterruptedException {
        far.shows = true;
        assertTrue(talk.tell(new SessionEvent.AnswersHeld(true)));
        assertEquals(true, far.await("session.answers").flag("held"));
        speak();
        far.await("stt.final");
        speak();
        assertEquals("and tomorrow", far.await("stt.final").text("pii_text"));
        assertTrue(far.runes.stream().noneMatch(rune -> rune.kind().equals("turn.started")));
        talk.tell(new SessionEvent.AnswerWanted());
        assertEquals("what is the weather and tomorrow", far.await("user.words").text("pii_text"));
        assertEquals("completed", far.await("turn.completed").text("reason"));
        assertEquals(1, far.wholes.get());
        assertEquals(1, far.played.get(), "what is shown takes no time");
    }

    @Test
    void addedWordsWaitForTheNextTurnAndAWishOpensOneWithoutWords() throws InterruptedException {
        far.shows = true;
        assertTrue(talk.tell(new SessionEvent.TextAdded("my name is Ana", "guest")));
        talk.tell(new SessionEvent.AnswerWanted());
        assertEquals("my name is Ana", far.await("user.words").text("pii_text"));
        far.await("turn.closed");
        talk.tell(new SessionEvent.TextAdded("by the way", "guest"));
        speak();
        String words = String.valueOf(far.await("user.words").text("pii_text"));
        assertTrue(words.contains("by the way") && words.contains("what is the weather"), words);
        far.await("turn.closed");
        talk.tell(new SessionEvent.AnswerWanted());
        far.await("turn.started");
        assertEquals("completed", far.await("turn.completed").text("reason"));
    }

    @Test
    void addedWordsAreOnDiskBeforeAnybodyIsToldSo() throws InterruptedException {
        talk.add("guest", "my name is Ana").join();
        Rune added = parley.record().read("voice-1", 0).toList().stream()
                .filter(rune -> rune.kind().equals("user.added"))
                .findFirst()
                .orElseThrow();
        assertTrue(parley.record().head("voice-1").durable() >= added.eventId());
        assertEquals("my name is Ana", added.payload().text("pii_text"));
        talk.hangUp("disconnected").join();
        assertTrue(talk.add("guest", "too late").isCompletedExceptionally());
    }

    @Test
    void anAnswerIsGivenAlsoWhenTheAwaitedWordsAreLost() throws InterruptedException {
        far.shows = true;
        talk.tell(new SessionEvent.AnswersHeld(true));
        for (int i = 0; i < 3; i++) {
            hear(SILENCE, 10, Frame.Voiced.GIVEN);
            hear(SILENCE, 1, Frame.Voiced.LAST);
            far.await(i < 2 ? "stt.final" : "voice.lost");
            talk.tell(new SessionEvent.AnswerWanted());
            assertEquals("completed", far.await("turn.completed").text("reason"));
        }
    }

    @Test
    void aFarEndMayChangeHowItListens() throws InterruptedException {
        talk.tell(new SessionEvent.ListeningChanged(600, false));
        assertEquals(
                "{\"interrupts\":false,\"silence_ms\":600}",
                far.await("session.listening").canonical());
        hear(VOICE, 30, Frame.Voiced.DETECTED);
        hear(SILENCE, 15, Frame.Voiced.DETECTED);
        hear(VOICE, 10, Frame.Voiced.DETECTED);
        hear(SILENCE, 35, Frame.Voiced.DETECTED);
        assertEquals(
                "what is the weather", far.await("stt.final").text("pii_text"), "one utterance with a pause in it");
        far.await("playback.started");
        hear(VOICE, 10, Frame.Voiced.DETECTED);
        hear(SILENCE, 35, Frame.Voiced.DETECTED);
        assertEquals("completed", far.await("turn.completed").text("reason"), "a voice does not interrupt");
    }
}
