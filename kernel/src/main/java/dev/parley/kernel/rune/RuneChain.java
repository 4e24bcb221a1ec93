package dev.parley.kernel.rune;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The chain of one conversation: the hash of a rune is SHA-256 over the hash before it and the rune's canonical bytes.
 * An instance keeps its digest and is used by one thread at a time.
 */
public final class RuneChain {
    private final MessageDigest sha;
    private final byte[] scratch = new byte[Hash.BYTES];

    public RuneChain() {
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new AssertionError("Every Java platform has SHA-256.", missing);
        }
    }

    public Hash next(Hash previous, byte[] canonical, int from, int length) {
        previous.write(scratch, 0);
        sha.update(scratch);
        sha.update(canonical, from, length);
        return digest();
    }

    /** The plain digest of some bytes, for content addresses. */
    public Hash content(byte[] bytes, int from, int length) {
        sha.update(bytes, from, length);
        return digest();
    }

    private Hash digest() {
        try {
            sha.digest(scratch, 0, Hash.BYTES);
        } catch (DigestException impossible) {
            throw new AssertionError("The scratch array holds a digest.", impossible);
        }
        return Hash.of(scratch, 0);
    }
}
