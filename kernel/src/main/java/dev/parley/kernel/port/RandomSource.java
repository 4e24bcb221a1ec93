package dev.parley.kernel.port;

/** Chance as an input: production seeds it once and records the seed. */
public interface RandomSource {
    long nextLong();

    /** A number from 0 (inclusive) to the bound (exclusive). */
    default int nextInt(int bound) {
        return (int) Long.remainderUnsigned(nextLong() >>> 1, bound);
    }

    /** SplitMix64: tiny, well distributed, and the same on every machine. */
    static RandomSource seeded(long seed) {
        return new RandomSource() {
            private long state = seed;

            @Override
            public long nextLong() {
                state += 0x9E3779B97F4A7C15L;
                long z = state;
                z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
                z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
                return z ^ (z >>> 31);
            }
        };
    }
}
