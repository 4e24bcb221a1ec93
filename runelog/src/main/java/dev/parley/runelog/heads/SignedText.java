package dev.parley.runelog.heads;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Lines of text and behind them a line with their Ed25519 signature. */
final class SignedText {
    private static final String SIGNATURE = "signature ";
    private static final String TRIAL = "parley-trial 1\n";

    private static final int VERIFIED_MAX = 1024;

    /** Digests of texts with their keys whose signatures were verified, and of pairs: the same bytes are not verified twice. */
    private static final Set<Hash> VERIFIED = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Hash, Boolean> eldest) {
            return size() > VERIFIED_MAX;
        }
    });

    private final String what;
    private final byte[] bytes;
    private final String text;
    private final int cut;

    private SignedText(String what, byte[] bytes, String text, int cut) {
        this.what = what;
        this.bytes = bytes;
        this.text = text;
        this.cut = cut;
    }

    /** Takes text that begins with this title and ends with a signature, which is not yet verified. */
    static SignedText parse(byte[] bytes, String what, String title) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int cut = text.lastIndexOf("\n" + SIGNATURE) + 1;
        if (!text.startsWith(title) || cut == 0) {
            throw new IllegalArgumentException(
                    "This is not a " + what + ": it does not begin with '" + title + "' and end with a signature.");
        }
        return new SignedText(what, bytes, text, cut);
    }

    /** The lines before the signature. */
    String content() {
        return text.substring(0, cut);
    }

    /** Refuses a signature that is not by this key over these lines. */
    void verify(String key) {
        String signature = text.substring(cut + SIGNATURE.length()).strip();
        boolean isOneLine = text.endsWith(SIGNATURE + signature.toLowerCase(Locale.ROOT) + "\n");
        if (!isOneLine || !verifies(key, HexFormat.of().parseHex(signature))) {
            throw new IllegalArgumentException("The signature of the " + what + " does not match its content.");
        }
    }

    private boolean verifies(String key, byte[] signature) {
        Hash digest = digest(bytes, key.getBytes(StandardCharsets.ISO_8859_1));
        if (isVerified(digest)) {
            return true;
        }
        boolean isVerified = isSignedBy(key, signature);
        if (isVerified) {
            remember(digest);
        }
        return isVerified;
    }

    private static Hash digest(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return new RuneChain().content(both, 0, both.length);
    }

    private static boolean isVerified(Hash digest) {
        synchronized (VERIFIED) {
            return VERIFIED.contains(digest);
        }
    }

    private static void remember(Hash digest) {
        synchronized (VERIFIED) {
            VERIFIED.add(digest);
        }
    }

    private boolean isSignedBy(String key, byte[] signature) {
        try {
            PublicKey publicKey = KeyFactory.getInstance("Ed25519")
                    .generatePublic(new X509EncodedKeySpec(HexFormat.of().parseHex(key)));
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(publicKey);
            check.update(bytes, 0, cut);
            return check.verify(signature);
        } catch (GeneralSecurityException refused) {
            return false;
        }
    }

    /** Whether what the private key signs verifies by the public one. The same pair is not tried twice. */
    static boolean isPair(KeyPair keys) throws GeneralSecurityException {
        Hash digest = digest(keys);
        if (isVerified(digest)) {
            return true;
        }
        byte[] lines = TRIAL.getBytes(StandardCharsets.US_ASCII);
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(keys.getPrivate());
        signature.update(lines);
        byte[] signed = signature.sign();
        signature.initVerify(keys.getPublic());
        signature.update(lines);
        boolean isPair = signature.verify(signed);
        if (isPair) {
            remember(digest);
        }
        return isPair;
    }

    /** The lines with their signature behind them. */
    static byte[] sign(byte[] lines, PrivateKey key) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(key);
        signature.update(lines);
        byte[] last =
                (SIGNATURE + HexFormat.of().formatHex(signature.sign()) + "\n").getBytes(StandardCharsets.US_ASCII);
        byte[] signed = Arrays.copyOf(lines, lines.length + last.length);
        System.arraycopy(last, 0, signed, lines.length, last.length);
        return signed;
    }

    /** The same with a key that fits its public one; the signature needs not be verified here any more. */
    static byte[] sign(byte[] lines, KeyPair keys) throws GeneralSecurityException {
        byte[] signed = sign(lines, keys.getPrivate());
        String key = HexFormat.of().formatHex(keys.getPublic().getEncoded());
        remember(digest(signed, key.getBytes(StandardCharsets.ISO_8859_1)));
        return signed;
    }

    /** Takes a pair for one that fits, because it was made here. */
    static void made(KeyPair keys) {
        remember(digest(keys));
    }

    private static Hash digest(KeyPair keys) {
        return digest(keys.getPrivate().getEncoded(), keys.getPublic().getEncoded());
    }

    /** The signed texts that stand one after the other in a file. */
    static List<byte[]> split(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        List<byte[]> parts = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int signature = text.indexOf("\n" + SIGNATURE, from);
            int end = signature < 0 ? -1 : text.indexOf('\n', signature + 1);
            int next = end < 0 ? text.length() : end + 1;
            parts.add(Arrays.copyOfRange(bytes, from, next));
            from = next;
        }
        return parts;
    }
}
