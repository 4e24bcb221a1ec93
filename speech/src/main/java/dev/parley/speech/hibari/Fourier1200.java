package dev.parley.speech.hibari;

/**
 * The discrete Fourier transform of 1200 complex numbers, as transforms of the factors of 1200: the numbers are dealt out by the first
 * factor, transformed in groups, and the groups are put together.
 */
final class Fourier1200 {
    static final int SIZE = 1_200;

    private static final int[] FACTORS = {4, 4, 3, 5, 5};
    private static final float[] COSINE = new float[SIZE];
    private static final float[] SINE = new float[SIZE];

    static {
        for (int i = 0; i < SIZE; i++) {
            COSINE[i] = (float) Math.cos(2 * Math.PI * i / SIZE);
            SINE[i] = (float) Math.sin(2 * Math.PI * i / SIZE);
        }
    }

    private final float[] workReal = new float[SIZE];
    private final float[] workImaginary = new float[SIZE];
    private final float[] groupReal = new float[5];
    private final float[] groupImaginary = new float[5];
    private int sign;

    /** From time to frequencies, in place. */
    void forward(float[] real, float[] imaginary) {
        sign = -1;
        transform(real, imaginary);
    }

    /** From frequencies to time, in place, divided by the size. */
    void backward(float[] real, float[] imaginary) {
        sign = 1;
        transform(real, imaginary);
        for (int i = 0; i < SIZE; i++) {
            real[i] /= SIZE;
            imaginary[i] /= SIZE;
        }
    }

    private void transform(float[] real, float[] imaginary) {
        System.arraycopy(real, 0, workReal, 0, SIZE);
        System.arraycopy(imaginary, 0, workImaginary, 0, SIZE);
        part(real, imaginary, 0, 0, 1, SIZE, 0);
    }

    /** Transforms the numbers of the work arrays from one place on, so far apart, and puts the result beside each other. */
    private void part(float[] real, float[] imaginary, int to, int from, int apart, int count, int level) {
        if (count == 1) {
            real[to] = workReal[from];
            imaginary[to] = workImaginary[from];
            return;
        }
        int factor = FACTORS[level];
        int smaller = count / factor;
        for (int i = 0; i < factor; i++) {
            part(real, imaginary, to + i * smaller, from + i * apart, apart * factor, smaller, level + 1);
        }
        int step = SIZE / count;
        for (int k = 0; k < smaller; k++) {
            for (int i = 0; i < factor; i++) {
                int at = to + i * smaller + k;
                int turn = i * k * step;
                float c = COSINE[turn];
                float s = sign * SINE[turn];
                groupReal[i] = real[at] * c - imaginary[at] * s;
                groupImaginary[i] = real[at] * s + imaginary[at] * c;
            }
            join(real, imaginary, to + k, smaller, factor);
        }
    }

    private void join(float[] real, float[] imaginary, int to, int apart, int factor) {
        int step = SIZE / factor;
        for (int out = 0; out < factor; out++) {
            float re = 0;
            float im = 0;
            for (int i = 0; i < factor; i++) {
                int turn = i * out % factor * step;
                float c = COSINE[turn];
                float s = sign * SINE[turn];
                re += groupReal[i] * c - groupImaginary[i] * s;
                im += groupReal[i] * s + groupImaginary[i] * c;
            }
            real[to + out * apart] = re;
            imaginary[to + out * apart] = im;
        }
    }
}
