package dev.parley.kernel;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A SHA-256 value. */
public final class Digest {
    public static final int LENGTH = 32;

    /** What the first link of every chain follows. */
    public static final Digest ZERO = new Digest(new byte[LENGTH]);

    private final byte[] value;

    Digest(byte[] value) {
        this.value = value;
    }

    public static Digest of(byte[] content) {
        return new Digest(sha256().digest(content));
    }

    public static Digest parse(String hex) {
        return new Digest(HexFormat.of().parseHex(hex));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java runtime has SHA-256", e);
        }
    }

    void writeTo(byte[] target, int offset) {
        System.arraycopy(value, 0, target, offset, LENGTH);
    }

    public String hex() {
        return HexFormat.of().formatHex(value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Digest digest && Arrays.equals(value, digest.value));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return hex();
    }
}
