package dev.parley.transport;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells by a key or a token who asks. Keys are compared by their digests, all of them and in constant time. */
final class Callers {
    private static final int ID_CHARACTERS = 16;

    private final Map<Caller, byte[]> keys = new LinkedHashMap<>();
    private final @Nullable Tokens tokens;
    private final ClientSecrets secrets;

    Callers(List<ServerSpec.Key> keys, @Nullable Tokens tokens, ClientSecrets secrets) {
        this.tokens = tokens;
        this.secrets = secrets;
        for (ServerSpec.Key key : keys) {
            byte[] digest = digest(key.key());
            this.keys.put(new Caller(id(digest), key.role(), key.people()), digest);
        }
    }

    /** Who shows this credential; null for one that is not known, has expired or is forged. */
    @Nullable
    Caller of(String credential) {
        byte[] shown = digest(credential);
        Caller found = null;
        for (Map.Entry<Caller, byte[]> known : keys.entrySet()) {
            if (MessageDigest.isEqual(known.getValue(), shown)) {
                found = known.getKey();
            }
        }
        return found == null && tokens != null ? tokens.caller(credential) : found;
    }

    /** The same for a Realtime session, which a client secret opens too. */
    @Nullable
    Caller ofRealtime(String credential) {
        Caller found = secrets.of(credential);
        return found == null ? of(credential) : found;
    }

    /** A key that nobody can guess. */
    static String generate(String prefix) {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        return prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    static String id(String secret) {
        return id(digest(secret));
    }

    static String id(byte[] digest) {
        return HexFormat.of().formatHex(digest).substring(0, ID_CHARACTERS);
    }

    static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
