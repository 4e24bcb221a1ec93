package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import dev.parley.session.media.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sound from and to a telephone keeps its time, whatever the line loses or throws away. */
class TwilioSoundTest {
    private static final byte[] FRAME = new byte[Frame.BYTES];
    private static final long MS = 1_000_000;

    private final List<Json.Obj> sent = new ArrayList<>();
    private final TwilioSpeech speech = new TwilioSpeech("MZ1");
    private final List<byte[]> heard = new ArrayList<>();
    private final TwilioEar ear = new TwilioEar(frame -> heard.add(frame.clone()));

    private List<String> marks() {
        return sent.stream()
                .filter(message -> message.get("mark") instanceof Json.Obj)
                .map(message -> String.valueOf(((Json.Obj) message.get("mark")).text("name")))
                .toList();
    }

    private int sentBytes() {
        return sent.stream()
                .filter(message -> message.get("media") instanceof Json.Obj)
                .mapToInt(
                        message -> Base64.getDecoder().decode(((Json.Obj) message.get("media")).text("payload")).length)
                .sum();
    }

    private void play(int frames) {
        for (int i = 0; i < frames; i++) {
            send(speech.spoken(FRAME));
        }
    }

    private void send(List<String> messages) {
        for (String message : messages) {
            try {
                sent.add((Json.Obj) JsonDecoder.decode(message));
            } catch (JsonDecoder.NotJson e) {
                throw new IllegalStateException(message, e);
            }
        }
    }

    @Test
    void aReplyIsSentToTheLastSampleWithAMarkBehindIt() {
        play(10);
        send(speech.ended());
        assertEquals(10 * 160, sentBytes());
        assertEquals("mark", sent.getLast().text("event"));
        assertFalse(speech.isMarked(), "no mark came back yet");
        marks().forEach(speech::marked);
        assertEquals(200, speech.playedMs());
    }

    @Test
    void aMarkThatAClearDroppedSaysNothing() {
        play(10);
        List<String> first = marks();
        first.subList(0, 4).forEach(speech::marked);
        long before = speech.playedMs();
        assertTrue(before > 60 && before <= 80, "four frames: " + before);
        send(speech.cleared());
        assertEquals("clear", sent.getLast().text("event"));
        first.subList(4, 10).forEach(speech::marked);
        assertEquals(before, speech.playedMs());
        sent.clear();
        play(2);
        send(speech.ended());
        marks().forEach(speech::marked);
        assertEquals(before + 40, speech.playedMs(), "what was dropped is not counted");
    }

    @Test
    void marksThatWereNeverSentAndMarksThatComeTwiceAreNotCounted() {
        play(2);
        List<String> real = marks();
        List.of("", "x", "played-", "played-99999", "played--1").forEach(speech::marked);
        assertFalse(speech.isMarked());
        real.forEach(speech::marked);
        real.forEach(speech::marked);
        assertTrue(speech.playedMs() <= 40);
    }

    private static byte[] piece(int code) {
        byte[] piece = new byte[160];
        Arrays.fill(piece, (byte) code);
        return piece;
    }

    @Test
    void whatTheNetworkLostIsSilence() {
        ear.hear(5, piece(0x90), 0);
        ear.hear(25, piece(0x90), 0);
        ear.hear(125, piece(0x90), 0);
        ear.hear(145, piece(0x90), 0);
        assertEquals(7, heard.size(), "160 ms, of which the filter holds the last two");
        assertEquals(0, heard.get(3)[100], "in the middle of the gap");
        ear.hear(165, piece(0x90), 0);
        assertEquals(8, heard.size());
    }

    @Test
    void aJumpOfTheClockIsNotFilledForLongerThanTenSeconds() {
        ear.hear(0, piece(0xff), 0);
        ear.hear(3_600_000, piece(0xff), 0);
        assertEquals(10_040 / 20 - 1, heard.size());
        ear.hear(3_600_020, piece(0xff), 0);
        assertEquals(10_060 / 20 - 1, heard.size(), "after that time goes on as before");
    }

    @Test
    void soundWithoutATimeFollowsTheLast() {
        for (int i = 0; i < 5; i++) {
            ear.hear(-1, piece(0x90), 0);
        }
        assertEquals(4, heard.size());
    }

    @Test
    void aVoiceThatStopsComingIsGivenSilence() {
        ear.hear(0, piece(0x90), 0);
        ear.look(2_000 * MS);
        assertEquals(0, heard.size(), "nobody was found to speak");
        ear.voiced(true);
        ear.look(700 * MS);
        assertEquals(0, heard.size());
        ear.look(750 * MS);
        assertEquals(50, heard.size(), "a second of silence");
        ear.look(1_400 * MS);
        assertEquals(50, heard.size());
        ear.look(1_500 * MS);
        assertEquals(100, heard.size(), "and another one");
        ear.hear(1_500, piece(0x90), 1_500 * MS);
        assertEquals(101, heard.size(), "the line is back, and time was not counted twice");
    }

    /** 200 ms are the most that may be ahead, as the telephone counts, which begins when the first frame has reached it. */
    @Test
    void speechIsAheadByLessThanMayBeSoThatTheWayToTheTelephoneHasRoom() {
        assertEquals(160, new TwilioCall().aheadMs());
        assertEquals(160, new AudioLine("ana").aheadMs());
    }
}
