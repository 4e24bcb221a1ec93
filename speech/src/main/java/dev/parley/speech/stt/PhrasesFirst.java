package dev.parley.speech.stt;

/**
 * Somebody who knows a list of phrases, and somebody who understands anything. What is a phrase for certain is that phrase: in a few
 * words, and in names, the first is better; and it is known to be whole. For everything else the second is asked.
 */
public final class PhrasesFirst implements Transcriber {
    private final Transcriber phrases;
    private final Transcriber anything;

    public PhrasesFirst(Transcriber phrases, Transcriber anything) {
        this.phrases = phrases;
        this.anything = anything;
    }

    @Override
    public String name() {
        return phrases.name() + "+" + anything.name();
    }

    @Override
    public Understood understand(short[] samples) {
        Understood known = phrases.understand(samples);
        return known.sure() ? known.asWhole() : anything.understand(samples);
    }

    @Override
    public boolean understandsHalfSentences() {
        return anything.understandsHalfSentences();
    }

    /** Half a sentence may sound like another phrase. */
    @Override
    public Understood understandHalf(short[] samples) {
        return anything.understandHalf(samples);
    }

    @Override
    public void prepare() {
        phrases.prepare();
        anything.prepare();
    }
}
