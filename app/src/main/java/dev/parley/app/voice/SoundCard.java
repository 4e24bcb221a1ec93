package dev.parley.app.voice;

import dev.parley.Conversation;
import dev.parley.app.io.BadInput;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentEnded;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentLost;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.media.Frame;
import dev.parley.session.port.AudioSink;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.DataLine;
import javax.sound.sampled.LineUnavailableException;
import javax.sound.sampled.SourceDataLine;
import javax.sound.sampled.TargetDataLine;

/**
 * The microphone and the loudspeaker of this machine; the microphone sets the pace. Where echoes are not cancelled, one direction at a
 * time.
 */
public final class SoundCard implements SoundDevice {
    private static final AudioFormat FORMAT = new AudioFormat(Frame.RATE_HZ, 16, 1, true, false);
    private static final DataLine.Info MICROPHONE = new DataLine.Info(TargetDataLine.class, FORMAT);
    private static final DataLine.Info LOUDSPEAKER = new DataLine.Info(SourceDataLine.class, FORMAT);
    private static final int BUFFERED_FRAMES = 10;
    private static final int METER_EVERY = 5;
    private static final byte[] SILENCE = new byte[Frame.BYTES];

    private final Lines lines;
    private final String speaker;
    private final BooleanSupplier over;
    private final Consumer<Meter> meter;
    private final Echo echo;
    private final Playout playout = new Playout();
    private AudioSink kept = AudioSink.NONE;
    private Consumer<Rune> witness = _ -> {};
    private volatile boolean personSpeaks;

    /**
     * What is shown meanwhile.
     *
     * @param person whose voice the microphone hears
     * @param level how loud the microphone is, 0 to 1
     */
    public record Meter(String person, double level, boolean personSpeaks, boolean agentSpeaks) {
        private static final int BARS = 30;

        /** One line, always as long for the same person, so that it covers the one before. */
        public String line() {
            String both = person + " and agent speak";
            String one = agentSpeaks ? "agent speaks" : personSpeaks ? person + " speaks" : "listening";
            String who = personSpeaks && agentSpeaks ? both : one;
            int bars = (int) Math.round(level * BARS);
            return who + " ".repeat(both.length() - who.length()) + " |" + "#".repeat(bars) + " ".repeat(BARS - bars)
                    + "|";
        }
    }

    /** A microphone and a loudspeaker in one room. */
    interface Lines {
        void start();

        /** Waits for the next frame of the microphone; false when there is none any more. */
        boolean hear(byte[] frame);

        /** What was given to it is heard: a line that is emptied in the middle of a word clicks. */
        void play(byte[] frame);

        void close();
    }

    SoundCard(Lines lines, Echo echo, String speaker, BooleanSupplier over, Consumer<Meter> meter) {
        this.lines = lines;
        this.echo = echo;
        this.speaker = speaker;
        this.over = over;
        this.meter = meter;
    }

    /** Whether this machine has both. */
    public static boolean isHere() {
        return AudioSystem.isLineSupported(MICROPHONE) && AudioSystem.isLineSupported(LOUDSPEAKER);
    }

    /**
     * Opens both.
     *
     * @param over whether the person wants to leave
     */
    public static SoundCard open(String speaker, BooleanSupplier over, Consumer<Meter> meter) {
        if (!isHere()) {
            throw new BadInput("this machine has no microphone and loudspeaker that Java can use;"
                    + " talk --voice --in FILE.wav --out FILE.wav needs none");
        }
        try {
            TargetDataLine microphone = (TargetDataLine) AudioSystem.getLine(MICROPHONE);
            SourceDataLine loudspeaker = (SourceDataLine) AudioSystem.getLine(LOUDSPEAKER);
            microphone.open(FORMAT, BUFFERED_FRAMES * Frame.BYTES);
            loudspeaker.open(FORMAT, BUFFERED_FRAMES * Frame.BYTES);
            EchoCanceller canceller = EchoCanceller.open();
            Echo echo = canceller == null ? new HalfDuplex() : canceller;
            return new SoundCard(new OfMachine(microphone, loudspeaker), echo, speaker, over, meter);
        } catch (LineUnavailableException e) {
            throw new BadInput("the microphone or the loudspeaker is in use: " + e.getMessage());
        }
    }

    /** Whether it may be interrupted by voice. */
    public boolean isOpenWhileItSpeaks() {
        return echo instanceof EchoCanceller;
    }

    @Override
    public void attend(AudioSink keeper, Consumer<Rune> seer) {
        kept = keeper;
        witness = seer;
    }

    @Override
    public void run(Conversation talk) {
        lines.start();
        byte[] frame = new byte[Frame.BYTES];
        for (long tick = 0; !over.getAsBoolean() && !talk.isOver(); tick++) {
            if (!lines.hear(frame)) {
                return;
            }
            byte[] next = playout.next();
            echo.played(next == null ? SILENCE : next, next == null);
            if (next != null) {
                lines.play(next);
            }
            if (tick % METER_EVERY == 0) {
                meter.accept(new Meter(speaker, level(frame), personSpeaks, next != null || echo.isDeaf()));
            }
            talk.hear(echo.heard(frame), 0);
        }
    }

    private static double level(byte[] pcm) {
        int loudest = 0;
        for (int i = 0; i < pcm.length; i += 2) {
            loudest = Math.max(loudest, Math.abs((short) ((pcm[i] & 0xff) | (pcm[i + 1] << 8))));
        }
        return loudest / (double) Short.MAX_VALUE;
    }

    @Override
    public void close() {
        lines.close();
        echo.close();
    }

    // --- called by the conversation

    @Override
    public boolean play(byte[] pcm, long mediaMicros) {
        playout.add(pcm);
        return true;
    }

    @Override
    public void flush() {
        playout.cut();
    }

    @Override
    public long playedMs() {
        return playout.playedMs();
    }

    @Override
    public long aheadMs() {
        return 2 * Frame.MS;
    }

    @Override
    public String speaker() {
        return speaker;
    }

    @Override
    public AudioSink kept() {
        return kept;
    }

    @Override
    public void recorded(Rune rune) {
        switch (EventCatalogue.read(rune)) {
            case VoiceSegmentStarted _ -> personSpeaks = true;
            case VoiceSegmentEnded _, VoiceSegmentLost _ -> personSpeaks = false;
            default -> {}
        }
        witness.accept(rune);
    }

    /** Those of this machine. */
    private record OfMachine(TargetDataLine microphone, SourceDataLine loudspeaker) implements Lines {
        @Override
        public void start() {
            microphone.start();
            loudspeaker.start();
        }

        @Override
        public boolean hear(byte[] frame) {
            return microphone.read(frame, 0, frame.length) == frame.length;
        }

        @Override
        public void play(byte[] frame) {
            loudspeaker.write(frame, 0, frame.length);
        }

        @Override
        public void close() {
            microphone.close();
            loudspeaker.close();
        }
    }
}
