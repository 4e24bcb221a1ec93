package dev.parley.speech.stt;

/** Finds the words in sound. Shared by all conversations; what one utterance needs belongs to its call. */
public interface Transcriber {
    int RATE_HZ = 16_000;

    /** What it is called in records. */
    String name();

    /** What these samples at 16 kHz say, sure or not. */
    Understood understand(short[] samples);

    /** Whether half a sentence can be understood, so that it is worth looking while somebody goes on speaking. */
    boolean understandsHalfSentences();

    /** The same of somebody who has not finished. */
    default Understood understandHalf(short[] samples) {
        return understand(samples);
    }

    /** Loads what is needed, so that the first utterance waits for nothing. */
    void prepare();
}
