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
    private static final float UNSET = Float.NaN;

    private final AcousticModel model;
    private final float[][][] features;
    private final float[] senones;
    private final boolean[] known;
    private final int[] best;
    private final float[] bestScores;
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
            int weights = (senone * AcousticModel.STREAMS + stream) * AcousticModel.DENSITIES;
            int from = (phone * AcousticModel.STREAMS + stream) * BEST;
            float top = Float.NEGATIVE_INFINITY;
            for (int i = from; i < from + BEST; i++) {
                top = Math.max(top, bestScores[i] + model.weights[weights + best[i]]);
            }
            double likelihood = 0;
            for (int i = from; i < from + BEST; i++) {
                likelihood += Math.exp(bestScores[i] + model.weights[weights + best[i]] - top);
            }
            sum += top + (float) Math.log(likelihood);
        }
        return sum;
    }

    /** Finds the densities of a codebook that fit best; the others hardly count. */
    private void rank(int phone, int stream) {
        int codebook = (phone * AcousticModel.STREAMS + stream) * AcousticModel.DENSITIES;
        int to = (phone * AcousticModel.STREAMS + stream) * BEST;
        float[] feature = features[frame][stream];
        Arrays.fill(bestScores, to, to + BEST, Float.NEGATIVE_INFINITY);
        for (int density = 0; density < AcousticModel.DENSITIES; density++) {
            int at = (codebook + density) * Cepstra.SIZE;
            float score = model.constants[codebook + density];
            for (int i = 0; i < Cepstra.SIZE; i++) {
                float distance = feature[i] - model.means[at + i];
                score -= distance * distance * model.precisions[at + i];
            }
            if (score > bestScores[to + BEST - 1]) {
                insert(to, density, score);
            }
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
