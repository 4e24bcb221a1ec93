package dev.parley.speech.sphinx;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The American English model of CMU Sphinx, phonetically tied: every phone has a codebook of 128 densities in each of three
 * streams, and the states of all its triphones weigh them differently. Read once and never changed.
 */
final class AcousticModel {
    static final int STREAMS = 3;
    static final int DENSITIES = 128;
    static final int STATES = 3;

    private static final String FOLDER = "/edu/cmu/sphinx/models/en-us/en-us/";
    private static final int BYTE_ORDER = 0x11223344;
    private static final float WEIGHT_FLOOR = 1e-7f;
    private static final float VARIANCE_FLOOR = 1e-4f;
    private static final String PLACES = "bies";
    private static final int POSITIONS = PLACES.length();
    private static final int PHONES_MAX = 64;

    private final List<String> phones = new ArrayList<>();
    /** The keys of the triphones that the model knows, sorted, and the number of the first of their three states. */
    private long[] triphones = new long[0];

    private int[] senones = new int[0];
    /** Which phone a senone belongs to. */
    private byte[] owner = new byte[0];

    /** By codebook and dimension, of all densities: as rows, many densities are compared at once. */
    final float[][] means;

    final float[][] precisions;
    final float[] constants;
    /** By stream and density, of all senones: those of a phone lie side by side and weigh the same densities. */
    final float[][] weights;

    final float[][] stay;
    final float[][] leave;

    private AcousticModel() throws IOException {
        readDefinition();
        float[] variances = floats("variances", 0);
        constants = constants(variances);
        means = byDimension(floats("means", 0));
        precisions = byDimension(variances);
        weights = bySenone(logWeights(floats("mixture_weights", STREAMS)));
        stay = new float[phones.size()][STATES];
        leave = new float[phones.size()][STATES];
        readTransitions(floats("transition_matrices", 0));
    }

    private static final class Holder {
        static final AcousticModel MODEL = load();

        private static AcousticModel load() {
            try {
                return new AcousticModel();
            } catch (IOException e) {
                throw new UncheckedIOException("the acoustic model cannot be read", e);
            }
        }
    }

    /** The model, read when it is first wanted. */
    static AcousticModel get() {
        return Holder.MODEL;
    }

    int phones() {
        return phones.size();
    }

    /** The number of a phone, or -1. */
    int phone(String name) {
        return phones.indexOf(name);
    }

    String phoneName(int phone) {
        return phones.get(phone);
    }

    /** Vowels are the phones that are written with a vowel. */
    boolean isVowel(int phone) {
        return "AEIOU".indexOf(phoneName(phone).charAt(0)) >= 0;
    }

    int silence() {
        return phone("SIL");
    }

    /** Where a phone lies in its word; the model tells these apart. */
    enum Position {
        BEGINNING('b'),
        INSIDE('i'),
        END('e'),
        ALONE('s');

        private final char letter;

        Position(char letter) {
            this.letter = letter;
        }
    }

    /** The three states of a phone between two others; of the phone alone where the model has not seen it there. */
    void statesOf(int phone, int left, int right, Position position, int[] into) {
        int at = Arrays.binarySearch(triphones, key(phone, left, right, place(position.letter)));
        for (int p = 0; at < 0 && p < POSITIONS; p++) {
            at = Arrays.binarySearch(triphones, key(phone, left, right, p));
        }
        for (int state = 0; state < STATES; state++) {
            into[state] = at < 0 ? senoneAlone(phone, state) : senones[STATES * at + state];
        }
    }

    int senoneAlone(int phone, int state) {
        return STATES * phone + state;
    }

    int owner(int senone) {
        return owner[senone];
    }

    int senoneCount() {
        return owner.length;
    }

    private static long key(int phone, int left, int right, int position) {
        return ((long) (phone * PHONES_MAX + left) * PHONES_MAX + right) * POSITIONS + position;
    }

    private static InputStream open(String name) throws IOException {
        InputStream in = AcousticModel.class.getResourceAsStream(FOLDER + name);
        if (in == null) {
            throw new IOException(name + " is missing");
        }
        return in;
    }

    private void readDefinition() throws IOException {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(open("mdef"), StandardCharsets.US_ASCII), 1 << 16)) {
            int tri = 0;
            int tied = 0;
            for (String line = in.readLine(); line != null && !line.startsWith("#base"); line = in.readLine()) {
                int space = line.indexOf(' ');
                tri = line.endsWith(" n_tri") ? Integer.parseInt(line.substring(0, space)) : tri;
                tied = line.endsWith(" n_tied_state") ? Integer.parseInt(line.substring(0, space)) : tied;
            }
            owner = new byte[tied];
            readPhones(in, tri);
        }
    }

    /** Phones alone come first, in the order of their numbers; the triphones after them are in no order that helps. */
    private void readPhones(BufferedReader in, int tri) throws IOException {
        long[] keyed = new long[tri];
        int[] states = new int[STATES * tri];
        int count = 0;
        String[] words = new String[16];
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            split(line, words);
            if (words[1].equals("-")) {
                phones.add(words[0]);
                own(words, phones.size() - 1);
                continue;
            }
            int phone = phone(words[0]);
            int position = place(words[3].charAt(0));
            keyed[count] = key(phone, phone(words[1]), phone(words[2]), position);
            for (int state = 0; state < STATES; state++) {
                states[STATES * count + state] = Integer.parseInt(words[6 + state]);
            }
            own(words, phone);
            count++;
        }
        sort(keyed, states, count);
    }

    private void own(String[] words, int phone) {
        for (int state = 0; state < STATES; state++) {
            owner[Integer.parseInt(words[6 + state])] = (byte) phone;
        }
    }

    private static void split(String line, String[] into) {
        int count = 0;
        int from = -1;
        for (int i = 0; i <= line.length() && count < into.length; i++) {
            boolean blank = i == line.length() || line.charAt(i) == ' ';
            if (blank && from >= 0) {
                into[count++] = line.substring(from, i);
                from = -1;
            } else if (!blank && from < 0) {
                from = i;
            }
        }
    }

    private static int place(char letter) {
        int place = PLACES.indexOf(letter);
        if (place < 0) {
            throw new IllegalStateException("the model knows no position " + letter);
        }
        return place;
    }

    private void sort(long[] keyed, int[] states, int count) {
        int indexBits = 18;
        long[] order = new long[count];
        for (int i = 0; i < count; i++) {
            order[i] = (keyed[i] << indexBits) | i;
        }
        Arrays.sort(order);
        triphones = new long[count];
        senones = new int[STATES * count];
        for (int i = 0; i < count; i++) {
            int from = (int) (order[i] & ((1 << indexBits) - 1));
            triphones[i] = order[i] >> indexBits;
            System.arraycopy(states, STATES * from, senones, STATES * i, STATES);
        }
    }

    /** The numbers of a parameter file: a text header, the byte order, sizes, and as many floats as the last size says. */
    private static float[] floats(String name, int streamsWanted) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(open(name), 1 << 16))) {
            String header = "";
            while (!header.endsWith("endhdr\n")) {
                header += (char) in.readUnsignedByte();
            }
            byte[] all = in.readAllBytes();
            ByteBuffer bytes = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
            if (bytes.getInt() != BYTE_ORDER) {
                throw new IOException(String.format(Locale.ROOT, "%s has another byte order", name));
            }
            boolean checked = header.contains("chksum0 yes");
            int bytesOfFloats = floatBytes(bytes, all.length - (checked ? 4 : 0));
            if (streamsWanted > 0 && bytesOfFloats % streamsWanted != 0) {
                throw new IOException(name + " has another shape");
            }
            FloatBuffer floats = bytes.slice(all.length - (checked ? 4 : 0) - bytesOfFloats, bytesOfFloats)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asFloatBuffer();
            float[] values = new float[floats.remaining()];
            floats.get(values);
            return values;
        }
    }

    /** The sizes end with the number of floats, which is the one that fits what is left. */
    private static int floatBytes(ByteBuffer bytes, int end) throws IOException {
        while (bytes.position() + 4 <= end) {
            int size = bytes.getInt();
            if (4L * size == end - bytes.position()) {
                return 4 * size;
            }
        }
        throw new IOException("the parameters have no size");
    }

    /** Turns variances into what a distance is multiplied by, and returns the constant part of every density. */
    private static float[] constants(float[] variances) {
        float[] constants = new float[variances.length / Cepstra.SIZE];
        for (int density = 0; density < constants.length; density++) {
            double sum = Cepstra.SIZE * Math.log(2 * Math.PI);
            for (int i = density * Cepstra.SIZE; i < (density + 1) * Cepstra.SIZE; i++) {
                float variance = Math.max(VARIANCE_FLOOR, variances[i]);
                sum += Math.log(variance);
                variances[i] = 0.5f / variance;
            }
            constants[density] = (float) (-0.5 * sum);
        }
        return constants;
    }

    /** One row for each dimension of each codebook. */
    private static float[][] byDimension(float[] byDensity) {
        int codebook = DENSITIES * Cepstra.SIZE;
        float[][] rows = new float[byDensity.length / DENSITIES][DENSITIES];
        for (int i = 0; i < byDensity.length; i++) {
            rows[i / codebook * Cepstra.SIZE + i % Cepstra.SIZE][i % codebook / Cepstra.SIZE] = byDensity[i];
        }
        return rows;
    }

    private static float[] logWeights(float[] counts) {
        for (int from = 0; from < counts.length; from += DENSITIES) {
            double sum = 0;
            for (int i = from; i < from + DENSITIES; i++) {
                sum += counts[i];
            }
            for (int i = from; i < from + DENSITIES; i++) {
                counts[i] = (float) Math.log(Math.max(WEIGHT_FLOOR, counts[i] / sum));
            }
        }
        return counts;
    }

    private static float[][] bySenone(float[] weights) {
        int row = STREAMS * DENSITIES;
        float[][] rows = new float[row][weights.length / row];
        for (int i = 0; i < weights.length; i++) {
            rows[i % row][i / row] = weights[i];
        }
        return rows;
    }

    private void readTransitions(float[] counts) {
        int row = STATES + 1;
        for (int phone = 0; phone < phones(); phone++) {
            for (int state = 0; state < STATES; state++) {
                int at = (phone * STATES + state) * row;
                double sum = counts[at + state] + counts[at + state + 1];
                stay[phone][state] = (float) Math.log(counts[at + state] / sum);
                leave[phone][state] = (float) Math.log(counts[at + state + 1] / sum);
            }
        }
    }
}
