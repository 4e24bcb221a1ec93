package dev.parley.speech.sphinx;

import java.util.Arrays;
import java.util.List;

/**
 * How well the frames of one utterance fit the states of the model, as natural logarithms. Cepstra are freed of their mean, and
 * their first and second differences are two more streams. Only what is asked for is computed, and once for a frame.
 */
final class Scorer {
    private static final int BEST = 4;
    private static final int REACH = 3;

    /** By how much the logarithm of a sum is above that of its larger part, for every 64th that the smaller one is below it. */
    private static final float ADDED_PER_UNIT = 64;

    private static final float ADDED_UP_TO = 9;
    private static final float[] ADDED = added();
    private static final float UNSET = Float.NaN;

    private final AcousticModel model;
    private final float[][][] features;
    private final float[] senones;
    private final boolean[] known;
    private final int[] best;
    private final float[] bestScores;
    private final float[] densities = new float[AcousticModel.DENSITIES];
    private int frame = -1;

    Scorer(AcousticModel model, List<float[]> cepstra) {
        this.model = model;
        this.features = features(cepstra);
        this.senones = new float[model.senoneCount()];
        this.known = new boolean[model.phones()];
        this.best = new int[model.phones() * AcousticModel.STREAMS * BEST];
        this.bestScores = new float[best.length];
    }

    int frames() {
        return features.length;
    }

    /** Looks at this frame from now on. */
    void at(int newFrame) {
        frame = newFrame;
        Arrays.fill(senones, UNSET);
        Arrays.fill(known, false);
    }

    float score(int senone) {
        float present = senones[senone];
        if (Float.isNaN(present)) {
            present = compute(senone);
            senones[senone] = present;
        }
        return present;
    }

    private float compute(int senone) {
        int phone = model.owner(senone);
        if (!known[phone]) {
            known[phone] = true;
            for (int stream = 0; stream < AcousticModel.STREAMS; stream++) {
                rank(phone, stream);
            }
        }
        float sum = 0;
        for (int stream = 0; stream < AcousticModel.STREAMS; stream++) {
            int from = (phone * AcousticModel.STREAMS + stream) * BEST;
            float all = bestScores[from] + model.weights[best[from]][senone];
            for (int i = from + 1; i < from + BEST; i++) {
                all = added(all, bestScores[i] + model.weights[best[i]][senone]);
            }
            sum += all;
        }
        return sum;
    }

    /** The logarithm of the sum of two numbers that are given by theirs. */
    private static float added(float one, float other) {
        float more = Math.max(one, other);
        int apart = (int) ((more - Math.min(one, other)) * ADDED_PER_UNIT);
        return apart < ADDED.length ? more + ADDED[apart] : more;
    }

    private static float[] added() {
        float[] table = new float[(int) (ADDED_UP_TO * ADDED_PER_UNIT)];
        for (int i = 0; i < table.length; i++) {
            table[i] = (float) Math.log1p(Math.exp(-(i + 0.5) / ADDED_PER_UNIT));
        }
        return table;
    }

    /** Finds the densities of a codebook that fit best; the others hardly count. */
    private void rank(int phone, int stream) {
        int codebook = (phone * AcousticModel.STREAMS + stream) * AcousticModel.DENSITIES;
        int to = (phone * AcousticModel.STREAMS + stream) * BEST;
        float[] feature = features[frame][stream];
        System.arraycopy(model.constants, codebook, densities, 0, AcousticModel.DENSITIES);
        int rows = (phone * AcousticModel.STREAMS + stream) * Cepstra.SIZE;
        for (int i = 0; i < Cepstra.SIZE; i++) {
            subtract(densities, feature[i], model.means[rows + i], model.precisions[rows + i]);
        }
        Arrays.fill(bestScores, to, to + BEST, Float.NEGATIVE_INFINITY);
        for (int density = 0; density < AcousticModel.DENSITIES; density++) {
            if (densities[density] > bestScores[to + BEST - 1]) {
                insert(to, stream * AcousticModel.DENSITIES + density, densities[density]);
            }
        }
    }

    /** The part of the distances that lies in one dimension; so short that the compiler does eight of them at once. */
    private static void subtract(float[] scores, float value, float[] means, float[] precisions) {
        for (int density = 0; density < AcousticModel.DENSITIES; density++) {
            float distance = value - means[density];
            scores[density] -= distance * distance * precisions[density];
        }
    }

    private void insert(int to, int density, float score) {
        int place = to + BEST - 1;
        while (place > to && bestScores[place - 1] < score) {
            bestScores[place] = bestScores[place - 1];
            best[place] = best[place - 1];
            place--;
        }
        bestScores[place] = score;
        best[place] = density;
    }

    private static float[][][] features(List<float[]> cepstra) {
        int count = cepstra.size();
        float[] mean = mean(cepstra);
        float[][][] features = new float[count][AcousticModel.STREAMS][Cepstra.SIZE];
        for (int t = 0; t < count; t++) {
            for (int i = 0; i < Cepstra.SIZE; i++) {
                features[t][0][i] = at(cepstra, t)[i] - mean[i];
                features[t][1][i] = at(cepstra, t + 2)[i] - at(cepstra, t - 2)[i];
                features[t][2][i] = at(cepstra, t + REACH)[i]
                        - at(cepstra, t - 1)[i]
                        - (at(cepstra, t + 1)[i] - at(cepstra, t - REACH)[i]);
            }
        }
        return features;
    }

    private static float[] at(List<float[]> cepstra, int frame) {
        return cepstra.get(Math.clamp(frame, 0, cepstra.size() - 1));
    }

    /** What the microphone adds to every frame. */
    private static float[] mean(List<float[]> cepstra) {
        float[] mean = new float[Cepstra.SIZE];
        for (float[] cepstrum : cepstra) {
            for (int i = 0; i < Cepstra.SIZE; i++) {
                mean[i] += cepstrum[i] / cepstra.size();
            }
        }
        return mean;
    }
}
