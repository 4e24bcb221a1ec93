package dev.parley.session.media;

import java.util.function.IntUnaryOperator;

/**
 * The two codes of the telephone (ITU-T G.711): 16-bit samples of 8 kHz as one byte each, finer where it is quiet. Both
 * directions are tables, made once.
 */
public final class G711 {
    /** The rate that belongs to both codes. */
    public static final int RATE_HZ = 8_000;

    private static final int MU_BIAS = 33;
    private static final int MU_MAX = 0x1fff - MU_BIAS;
    private static final int MU_SEGMENTS = 26;
    private static final int A_SEGMENTS = 28;
    private static final int A_EVEN_BITS = 0x55;

    /** North America and Japan: of 16 bits the upper 14 count. */
    public static final G711 MU_LAW = new G711("mu-law", G711::toMuLaw, G711::fromMuLaw);

    /** Everywhere else: of 16 bits the upper 13 count. */
    public static final G711 A_LAW = new G711("A-law", G711::toALaw, G711::fromALaw);

    private final String name;
    private final byte[] codes = new byte[1 << 16];
    private final short[] samples = new short[1 << 8];

    private G711(String name, IntUnaryOperator compress, IntUnaryOperator expand) {
        this.name = name;
        for (int sample = Short.MIN_VALUE; sample <= Short.MAX_VALUE; sample++) {
            codes[sample & 0xffff] = (byte) compress.applyAsInt(sample);
        }
        for (int code = 0; code < samples.length; code++) {
            samples[code] = (short) expand.applyAsInt(code);
        }
    }

    public byte encode(short sample) {
        return codes[sample & 0xffff];
    }

    public short decode(byte code) {
        return samples[code & 0xff];
    }

    /** The code of a sample of silence. */
    public byte silence() {
        return encode((short) 0);
    }

    @Override
    public String toString() {
        return name;
    }

    private static int toMuLaw(int sample) {
        int magnitude = Math.min((sample < 0 ? ~sample : sample) >> 2, MU_MAX) + MU_BIAS;
        int segment = MU_SEGMENTS - Integer.numberOfLeadingZeros(magnitude);
        int code = (segment << 4) | ((magnitude >> (segment + 1)) & 0xf);
        return sample < 0 ? 0x7f - code : 0xff - code;
    }

    private static int fromMuLaw(int code) {
        int inverted = ~code;
        int segment = (inverted >> 4) & 0x7;
        int magnitude = ((2 * (inverted & 0xf) + MU_BIAS) << segment) - MU_BIAS;
        return (inverted & 0x80) == 0 ? magnitude << 2 : -magnitude << 2;
    }

    private static int toALaw(int sample) {
        int magnitude = (sample < 0 ? ~sample : sample) >> 4;
        int segment = Math.max(0, A_SEGMENTS - Integer.numberOfLeadingZeros(magnitude));
        int code = (segment << 4) | ((magnitude >> Math.max(0, segment - 1)) & 0xf);
        return (sample < 0 ? code : code | 0x80) ^ A_EVEN_BITS;
    }

    private static int fromALaw(int code) {
        int plain = code ^ A_EVEN_BITS;
        int segment = (plain >> 4) & 0x7;
        int steps = 2 * (plain & 0xf) + 1;
        int magnitude = segment == 0 ? steps : (steps + 32) << (segment - 1);
        return (plain & 0x80) == 0 ? -magnitude << 3 : magnitude << 3;
    }
}
