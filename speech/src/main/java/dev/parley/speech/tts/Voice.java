package dev.parley.speech.tts;

/** A voice: words become sound at 16 kHz. Shared by all conversations. */
public interface Voice {
    int RATE_HZ = 16_000;

    /** What it is called in records. */
    String name();

    /**
     * Says words, which are spelled out: a voice meets no digits and no abbreviations.
     *
     * @param mark how they end: a comma, a point or a question mark
     * @param stretch 2 is half as fast; the pitch stays
     */
    Said say(String words, char mark, double stretch);

    /** What its sound is multiplied with to be at -20 LUFS. */
    double gain();

    /** Loads what it needs, so that its first sentence waits for nothing. */
    void prepare();

    /** Words as sound, with whatever silence the voice put around them. */
    final class Said {
        final short[] samples;
        /** Where each word that was given begins, in samples. */
        final int[] wordStarts;

        public Said(short[] samples, int[] wordStarts) {
            this.samples = samples;
            this.wordStarts = wordStarts;
        }
    }
}
