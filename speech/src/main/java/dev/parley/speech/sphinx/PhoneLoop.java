package dev.parley.speech.sphinx;

import java.util.Arrays;

/** Any phone after any other: the yardstick for sentences. */
final class PhoneLoop {
    /** A change of phone costs this much, so that the loop does not follow every noise. */
    private static final float CHANGE = -8;

    private final AcousticModel model;
    private final Scorer scorer;
    private final float[] scores;
    /** The score of the best sequence of phones before each frame. */
    private final float[] totals;

    private int heard;
    private float bestExit;

    PhoneLoop(AcousticModel model, Scorer scorer) {
        this.model = model;
        this.scorer = scorer;
        this.scores = new float[AcousticModel.STATES * model.phones()];
        this.totals = new float[scorer.frames() + 1];
        Arrays.fill(scores, Float.NEGATIVE_INFINITY);
    }

    /** Takes in the frame at which the scorer looks, unless it knows it. */
    void hear(int frame) {
        if (frame == heard) {
            heard++;
            totals[heard] = step();
        }
    }

    private float step() {
        float entry = bestExit + CHANGE;
        float best = Float.NEGATIVE_INFINITY;
        bestExit = Float.NEGATIVE_INFINITY;
        for (int phone = 0; phone < model.phones(); phone++) {
            int at = AcousticModel.STATES * phone;
            for (int state = AcousticModel.STATES - 1; state >= 0; state--) {
                float staying = scores[at + state] + model.stay[phone][state];
                float arriving = state > 0 ? scores[at + state - 1] + model.leave[phone][state - 1] : entry;
                scores[at + state] = Math.max(staying, arriving) + scorer.score(model.senoneAlone(phone, state));
                best = Math.max(best, scores[at + state]);
            }
            int last = at + AcousticModel.STATES - 1;
            bestExit = Math.max(bestExit, scores[last] + model.leave[phone][AcousticModel.STATES - 1]);
        }
        return best;
    }

    /** The score of the best sequence of phones from one frame until before another. */
    float between(int from, int to) {
        return totals[to] - totals[from];
    }
}
