package dev.parley.speech.sphinx;

/** The fast Fourier transform of one size, in place. */
final class Fourier {
    private final int size;
    private final float[] cosine;
    private final float[] sine;
    private final int[] reversed;

    Fourier(int size) {
        this.size = size;
        this.cosine = new float[size / 2];
        this.sine = new float[size / 2];
        this.reversed = new int[size];
        for (int i = 0; i < size / 2; i++) {
            cosine[i] = (float) Math.cos(2 * Math.PI * i / size);
            sine[i] = (float) -Math.sin(2 * Math.PI * i / size);
        }
        int bits = Integer.numberOfTrailingZeros(size);
        for (int i = 0; i < size; i++) {
            reversed[i] = Integer.reverse(i) >>> (Integer.SIZE - bits);
        }
    }

    void transform(float[] real, float[] imaginary) {
        for (int i = 0; i < size; i++) {
            int j = reversed[i];
            if (j > i) {
                float swapped = real[i];
                real[i] = real[j];
                real[j] = swapped;
                swapped = imaginary[i];
                imaginary[i] = imaginary[j];
                imaginary[j] = swapped;
            }
        }
        for (int half = 1; half < size; half *= 2) {
            butterflies(real, imaginary, half);
        }
    }

    private void butterflies(float[] real, float[] imaginary, int half) {
        int stride = size / (2 * half);
        for (int start = 0; start < size; start += 2 * half) {
            for (int k = 0; k < half; k++) {
                int low = start + k;
                int high = low + half;
                float c = cosine[k * stride];
                float s = sine[k * stride];
                float re = real[high] * c - imaginary[high] * s;
                float im = real[high] * s + imaginary[high] * c;
                real[high] = real[low] - re;
                imaginary[high] = imaginary[low] - im;
                real[low] += re;
                imaginary[low] += im;
            }
        }
    }
}
