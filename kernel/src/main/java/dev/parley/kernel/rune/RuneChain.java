package dev.parley.kernel.rune;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The chain of one conversation: the hash of a rune is SHA-256 over the hash before it and the rune's canonical bytes.
 * An instance keeps its digest and is used by one thread at a time.
 */
public final class RuneChain {
    /** Copied for every chain: to look it up among all digests of the platform costs more than to hash a rune. */
    private static final MessageDigest UNUSED = sha256();

    private final MessageDigest sha;
    private final byte[] scratch = new byte[Hash.BYTES];

    public RuneChain() {
        try {
            sha = (MessageDigest) UNUSED.clone();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError("The platform's SHA-256 can be copied.", impossible);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new AssertionError("Every Java platform has SHA-256.", missing);
        }
    }

    /**
     * The digest of some bytes. Where the hash before a rune is directly followed by its canonical bytes, this is the hash
     * of the rune; elsewhere it is the address of some content.
     */
    public Hash content(byte[] bytes, int from, int length) {
        sha.update(bytes, from, length);
        try {
            sha.digest(scratch, 0, Hash.BYTES);
        } catch (DigestException impossible) {
            throw new AssertionError("The scratch array holds a digest.", impossible);
        }
        return Hash.of(scratch, 0);
    }
}
