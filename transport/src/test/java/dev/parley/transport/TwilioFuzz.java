package dev.parley.transport;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.parley.session.media.Frame;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Whatever comes over the line of a telephone is taken or refused with a sentence, never takes more memory than it may, and
 * never makes anybody have heard what was not sent. It has a fork of its own.
 */
class TwilioFuzz {
    private static final List<String> MESSAGES = List.of(
            "{\"event\":\"connected\",\"protocol\":\"Call\",\"version\":\"1.0.0\"}",
            "{\"event\":\"start\",\"sequenceNumber\":\"1\",\"streamSid\":\"MZ1\",\"start\":{\"streamSid\":\"MZ1\",\"accountSid\":\"AC1\","
                    + "\"callSid\":\"CA1\",\"tracks\":[\"inbound\"],\"customParameters\":{\"a\":\"b\"},"
                    + "\"mediaFormat\":{\"encoding\":\"audio/x-mulaw\",\"sampleRate\":8000,\"channels\":1}}}",
            "{\"event\":\"media\",\"streamSid\":\"MZ1\",\"media\":{\"track\":\"inbound\",\"chunk\":\"1\",\"timestamp\":\"20\",\"payload\":\"//9/AA==\"}}",
            "{\"event\":\"media\",\"media\":{\"payload\":\"/////w==\"}}",
            "{\"event\":\"mark\",\"sequenceNumber\":\"4\",\"streamSid\":\"MZ1\",\"mark\":{\"name\":\"played-20\"}}",
            "{\"event\":\"mark\",\"mark\":{\"name\":\"played-100\"}}",
            "{\"event\":\"dtmf\",\"streamSid\":\"MZ1\",\"dtmf\":{\"track\":\"inbound_track\",\"digit\":\"1\"}}",
            "{\"event\":\"stop\",\"streamSid\":\"MZ1\",\"stop\":{\"accountSid\":\"AC1\",\"callSid\":\"CA1\"}}");

    /** A message of a megabyte, and the longest gap that is filled before it. */
    private static final long FRAMES_MAX = (1 << 20) / 160 + 10_000 / Frame.MS + 2;

    private static final int AFRESH = 1_000;

    private long heard;
    private TwilioSpeech speech = new TwilioSpeech("MZ1");
    private TwilioEar ear = new TwilioEar(_ -> heard++);
    private long sentMs;
    private long playedMs;
    private int taken;

    @FuzzTest(maxDuration = "10s")
    @Tag("short")
    void forTenSeconds(byte[] bytes) {
        check(bytes);
    }

    @FuzzTest(maxDuration = "60s")
    @Tag("long")
    void forAMinute(byte[] bytes) {
        check(bytes);
    }

    /** The bytes as they are, and then as an edit of a valid message. */
    private void check(byte[] bytes) {
        take(bytes);
        if (bytes.length > 3) {
            byte[] valid =
                    MESSAGES.get(Math.floorMod(bytes[0], MESSAGES.size())).getBytes(StandardCharsets.UTF_8);
            int at = Byte.toUnsignedInt(bytes[1]) * 2 % valid.length;
            int cut = Math.min(Byte.toUnsignedInt(bytes[2]) % 16, valid.length - at);
            ByteArrayOutputStream edited = new ByteArrayOutputStream();
            edited.write(valid, 0, at);
            edited.write(bytes, 3, bytes.length - 3);
            edited.write(valid, at + cut, valid.length - at - cut);
            take(edited.toByteArray());
            take(valid);
        }
    }

    private void take(byte[] bytes) {
        if (++taken % AFRESH == 0) {
            speech = new TwilioSpeech("MZ1");
            ear = new TwilioEar(_ -> heard++);
            sentMs = 0;
            playedMs = 0;
        }
        speak(taken);
        long before = heard;
        try {
            switch (TwilioMessage.decode(new String(bytes, StandardCharsets.UTF_8))) {
                case TwilioMessage.Media media -> ear.hear(media.timestampMs(), media.codes(), 0);
                case TwilioMessage.Mark mark -> speech.marked(mark.name());
                case TwilioMessage.Start _,
                        TwilioMessage.Connected _,
                        TwilioMessage.Key _,
                        TwilioMessage.Stop _,
                        TwilioMessage.Other _ -> {}
            }
        } catch (Problem refused) {
            // Its socket is closed with a sentence.
        }
        if (heard - before > FRAMES_MAX) {
            throw new IllegalStateException(heard - before + " frames of one message");
        }
        if (speech.playedMs() < playedMs || speech.playedMs() > sentMs) {
            throw new IllegalStateException(speech.playedMs() + " ms played of " + sentMs);
        }
        playedMs = speech.playedMs();
    }

    /** The agent speaks meanwhile, and is cut off now and then. */
    private void speak(int at) {
        if (at % 50 == 0) {
            speech.cleared();
        } else {
            sentMs += speech.spoken(new byte[Frame.BYTES]).isEmpty() ? 0 : Frame.MS;
        }
    }
}
