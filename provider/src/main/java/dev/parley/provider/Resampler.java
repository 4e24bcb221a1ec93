package dev.parley.provider;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Brings a stream of samples to another rate. Between two samples it takes what a low-pass filter makes of their neighbours (a
 * sinc under a Hann window), so that nothing above the lower rate's band comes back as a false tone. What comes out lies where
 * it lay: sample 0 stays sample 0.
 */
public final class Resampler {
    /** How many zero crossings of the filter lie on each side: enough for speech, little enough for every frame. */
    private static final int CROSSINGS = 16;

    /** The band ends a little before half of the lower rate, in thousandths of it. */
    private static final int BAND = 950;

    /** Weights are whole numbers in units of a power of two, so that a sum is the same on every machine. */
    private static final int ONE_BITS = 20;

    /** The filters of every pair of rates, which many streams share. */
    private static final Map<List<Integer>, int[][]> KNOWN = new ConcurrentHashMap<>();

    private final int up;
    private final int down;
    private final int lower;
    private final int reach;
    private final int[][] phases;
    private short[] pending = new short[0];
    /** The place of the first pending sample, and of the next one to make, in samples of the source and the result. */
    private long pendingFrom;

    private long made;
    private long taken;

    public Resampler(int fromHz, int toHz) {
        if (fromHz < 1 || toHz < 1) {
            throw new IllegalArgumentException("a rate is above zero");
        }
        int common = gcd(fromHz, toHz);
        this.up = toHz / common;
        this.down = fromHz / common;
        this.lower = Math.min(up, down);
        this.reach = up == down ? 0 : (int) Math.ceilDiv(CROSSINGS * 1000L * down, (long) BAND * lower);
        this.phases = up == down ? new int[0][] : KNOWN.computeIfAbsent(List.of(up, down), _ -> phases());
    }

    private static int gcd(int one, int other) {
        return other == 0 ? one : gcd(other, one % other);
    }

    private int[][] phases() {
        int[][] all = new int[up][2 * reach + 1];
        for (int phase = 0; phase < up; phase++) {
            long sum = 0;
            for (int i = -reach; i <= reach; i++) {
                all[phase][i + reach] = weight(i * up - phase);
                sum += all[phase][i + reach];
            }
            for (int i = 0; i <= 2 * reach; i++) {
                all[phase][i] = Math.toIntExact(((long) all[phase][i] << ONE_BITS) / sum);
            }
        }
        return all;
    }

    /** How much a neighbour counts that lies so many parts of a sample away. */
    private int weight(int parts) {
        if (parts == 0) {
            return 1 << ONE_BITS;
        }
        if (Math.abs(parts) > reach * up) {
            return 0;
        }
        return (int) Math.round((1 << ONE_BITS)
                * StrictMath.sin(Math.PI * BAND * lower * parts / (1000.0 * down * up))
                / (Math.PI * BAND * lower * parts / (1000.0 * down * up))
                * (0.5 + 0.5 * StrictMath.cos(Math.PI * parts / (1.0 * reach * up))));
    }

    /** All of a sound at another rate. */
    public static short[] whole(short[] samples, int fromHz, int toHz) {
        Resampler resampler = new Resampler(fromHz, toHz);
        short[] most = resampler.take(samples);
        short[] rest = resampler.finish();
        short[] all = Arrays.copyOf(most, most.length + rest.length);
        System.arraycopy(rest, 0, all, most.length, rest.length);
        return all;
    }

    /** Takes the next samples and returns those that can be made now. */
    public short[] take(short[] samples) {
        taken += samples.length;
        if (up == down) {
            return samples;
        }
        int before = pending.length;
        pending = Arrays.copyOf(pending, before + samples.length);
        System.arraycopy(samples, 0, pending, before, samples.length);
        return make(taken - reach);
    }

    /** There are no more: returns the rest. */
    public short[] finish() {
        if (up == down) {
            return new short[0];
        }
        return make(taken);
    }

    /** Makes what lies before this place of the source. */
    private short[] make(long until) {
        long end = Math.max(made, Math.ceilDiv(until * up, down));
        short[] out = new short[(int) (end - made)];
        for (int i = 0; i < out.length; i++, made++) {
            out[i] = sample(made * down / up, (int) (made * down % up));
        }
        long needed = Math.max(pendingFrom, made * down / up - reach);
        int gone = (int) Math.min(pending.length, needed - pendingFrom);
        pending = Arrays.copyOfRange(pending, gone, pending.length);
        pendingFrom += gone;
        return out;
    }

    private short sample(long at, int phase) {
        long sum = 0;
        int[] filter = phases[phase];
        short[] samples = pending;
        int from = (int) (at - reach - pendingFrom);
        int first = Math.max(0, -from);
        int last = Math.min(2 * reach, samples.length - 1 - from);
        for (int i = first; i <= last; i++) {
            sum += (long) filter[i] * samples[from + i];
        }
        long rounded = (sum + (1L << (ONE_BITS - 1))) >> ONE_BITS;
        return (short) Math.clamp(rounded, Short.MIN_VALUE, Short.MAX_VALUE);
    }
}
