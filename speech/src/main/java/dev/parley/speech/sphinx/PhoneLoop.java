package dev.parley.speech.sphinx;

import java.util.Arrays;

/** Any phone after any other: the yardstick for sentences. */
final class PhoneLoop {
    /** A change of phone costs this much, so that the loop does not follow every noise. */
    private static final float CHANGE = -8;

    private final AcousticModel model;
    private final Scorer scorer;
    private final float[] scores;
    private float best;
    private float bestExit;

    PhoneLoop(AcousticModel model, Scorer scorer) {
        this.model = model;
        this.scorer = scorer;
        this.scores = new float[AcousticModel.STATES * model.phones()];
        Arrays.fill(scores, Float.NEGATIVE_INFINITY);
    }

    /** Takes in the frame at which the scorer looks. */
    void step() {
        float entry = bestExit + CHANGE;
        best = Float.NEGATIVE_INFINITY;
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
    }

    /** The score of the best sequence of phones so far. */
    float best() {
        return best;
    }
}
