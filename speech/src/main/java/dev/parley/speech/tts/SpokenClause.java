package dev.parley.speech.tts;

import java.util.List;

/** The sound of a clause at its level, with its pause: trimmed, faded in and out, and with the place of every word. */
final class SpokenClause {
    private static final double KNEE = 0.7 * Short.MAX_VALUE;
    private static final int FADE = 5 * SpeakingCall.SAMPLES_PER_MS;
    private static final int SILENT = 200;
    private static final int KEPT = 30 * SpeakingCall.SAMPLES_PER_MS;

    final short[] samples;
    final List<String> words;
    /** Where each word begins, in samples. */
    final int[] starts;
    /** Where the last word ends and the pause begins. */
    final int voicedSamples;

    private SpokenClause(short[] samples, List<String> words, int[] starts, int voicedSamples) {
        this.samples = samples;
        this.words = words;
        this.starts = starts;
        this.voicedSamples = voicedSamples;
    }

    static SpokenClause of(Voice voice, SpokenText.Clause clause, double stretch, long pauseMs) {
        Voice.Said said = voice.say(clause.said(), clause.mark(), stretch);
        short[] sound = said.samples;
        int from = 0;
        while (from < sound.length && Math.abs(sound[from]) < SILENT) {
            from++;
        }
        int to = sound.length;
        while (to > from && Math.abs(sound[to - 1]) < SILENT) {
            to--;
        }
        from = Math.max(0, from - KEPT);
        to = Math.min(sound.length, to + KEPT);
        int voiced = Math.ceilDiv(to - from, SpeakingCall.SAMPLES_PER_MS) * SpeakingCall.SAMPLES_PER_MS;
        short[] samples = new short[voiced + Math.toIntExact(pauseMs) * SpeakingCall.SAMPLES_PER_MS];
        for (int i = from; i < to; i++) {
            double faded = Math.min(1, Math.min(i - from, to - 1 - i) / (double) FADE);
            samples[i - from] = limited(sound[i] * voice.gain() * faded);
        }
        return new SpokenClause(samples, written(clause), starts(clause, said.wordStarts, from, voiced), voiced);
    }

    /** Soft above the knee, and never beyond full scale. */
    static short limited(double value) {
        double size = Math.abs(value);
        if (size > KNEE) {
            double room = Short.MAX_VALUE - 1 - KNEE;
            size = KNEE + room * Math.tanh((size - KNEE) / room);
        }
        return (short) Math.copySign(size, value);
    }

    private static List<String> written(SpokenText.Clause clause) {
        return clause.words().stream().map(SpokenText.SpokenWord::written).toList();
    }

    /** A word that is said as several begins with the first of them; one that is not said begins with the next. */
    private static int[] starts(SpokenText.Clause clause, int[] tokens, int from, int voiced) {
        int[] starts = new int[clause.words().size()];
        int token = 0;
        for (int i = 0; i < starts.length; i++) {
            int at = tokens.length == 0 ? 0 : tokens[Math.min(token, tokens.length - 1)] - from;
            starts[i] = Math.clamp(at, i == 0 ? 0 : starts[i - 1], voiced);
            String said = clause.words().get(i).said();
            token += said.isEmpty() ? 0 : said.split(" ").length;
        }
        return starts;
    }
}
