package dev.parley.runelog.heads;

import dev.parley.runelog.disk.Disk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which keys have signed lists of heads one after the other. Each key but the first is vouched for by the one before it:
 *
 * <pre>
 * parley-key 1
 * wall 1767225600000
 * list 12
 * before (public key, X.509, hex)
 * key (public key, X.509, hex)
 * reason percent-encoded
 * signature (by the key before, over all bytes before this line, hex)
 * </pre>
 */
public final class KeyChain {
    /** One key from the beginning. */
    static final KeyChain NONE = new KeyChain(List.of());

    static final String NAME = "rotations";
    static final String TITLE = "parley-key ";

    /**
     * One change of the key.
     *
     * @param list the last list that the key before has signed
     * @param text everything, with the signature
     */
    record Rotation(long list, String before, String key, String text) {
        static Rotation parse(byte[] bytes) {
            SignedText text = SignedText.parse(bytes, "change of a key", TITLE);
            String[] lines = text.content().split("\n", -1);
            if (lines.length != 7 || !lines[0].equals(TITLE + "1")) {
                throw new IllegalArgumentException("The change of a key is malformed.");
            }
            boolean isTold = lines[1].startsWith("wall ") && lines[5].startsWith("reason ");
            Rotation rotation = new Rotation(
                    Long.parseLong(after(lines[2], "list ")),
                    after(lines[3], "before "),
                    after(lines[4], "key "),
                    new String(bytes, StandardCharsets.US_ASCII));
            if (!isTold) {
                throw new IllegalArgumentException("The change of a key does not say when or why.");
            }
            text.verify(rotation.before());
            return rotation;
        }

        private static String after(String line, String title) {
            if (!line.startsWith(title)) {
                throw new IllegalArgumentException("The change of a key has an unknown line: " + line);
            }
            return line.substring(title.length());
        }

        static Rotation sign(long wall, long list, String before, String key, String reason, PrivateKey by)
                throws GeneralSecurityException {
            String lines = TITLE + "1\nwall " + wall + "\nlist " + list + "\nbefore " + before + "\nkey " + key
                    + "\nreason " + HeadLines.encoded(reason) + "\n";
            return parse(SignedText.sign(lines.getBytes(StandardCharsets.US_ASCII), by));
        }
    }

    private final List<Rotation> rotations;

    /** Takes rotations in the order in which they were made. */
    KeyChain(List<Rotation> rotations) {
        this.rotations = List.copyOf(rotations);
    }

    /** The chain beside a journal; a part that is not signed by its key is refused. */
    static KeyChain load(Disk disk) throws IOException {
        if (!disk.exists(NAME)) {
            return NONE;
        }
        List<Rotation> all = new ArrayList<>();
        SignedText.split(disk.readAll(NAME)).forEach(part -> all.add(Rotation.parse(part)));
        return new KeyChain(all);
    }

    KeyChain with(Rotation next) {
        List<Rotation> more = new ArrayList<>(rotations);
        more.add(next);
        return new KeyChain(more);
    }

    /** The rotations of both. */
    public KeyChain and(KeyChain other) {
        List<Rotation> more = new ArrayList<>(rotations);
        other.rotations.stream()
                .filter(rotation -> rotations.stream().noneMatch(rotation::equals))
                .forEach(more::add);
        return new KeyChain(more);
    }

    byte[] bytes() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        rotations.forEach(rotation -> all.writeBytes(rotation.text().getBytes(StandardCharsets.US_ASCII)));
        return all.toByteArray();
    }

    /** This key and all that it vouches for, directly or by another one. */
    public Set<String> vouchedBy(String key) {
        Set<String> known = new HashSet<>(Set.of(key));
        boolean hasGrown = true;
        while (hasGrown) {
            hasGrown = false;
            for (Rotation rotation : rotations) {
                hasGrown |= known.contains(rotation.before()) && known.add(rotation.key());
            }
        }
        return known;
    }

    /** The last key that this one leads to. */
    String newest(String key) {
        String at = key;
        for (Rotation rotation : rotations) {
            at = rotation.before().equals(at) ? rotation.key() : at;
        }
        return at;
    }

    /** Whether a key vouched for two others; its successor was not the only one who had it. */
    boolean isForked() {
        Set<String> before = new HashSet<>();
        return !rotations.stream().allMatch(rotation -> before.add(rotation.before()));
    }

    /** Whether a list of this number may be signed by this key, where the newest key is another one. */
    boolean maySign(String key, long list, String newest) {
        return key.equals(newest)
                || rotations.stream()
                        .anyMatch(rotation -> rotation.before().equals(key)
                                && rotation.key().equals(newest)
                                && list <= rotation.list());
    }
}
