package dev.parley.app.serve;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A token as anybody can write one, with or without the secret.
 *
 * @param secret with which it is signed; empty for a token without a signature
 */
record HandmadeToken(String header, String claims, String secret) {
    static final String SECRET = "a secret that is longer than thirty-two bytes";

    private static final String HS256 = "{\"alg\":\"HS256\"}";
    private static final String NONE = "{\"alg\":\"none\"}";
    private static final String CLAIMS =
            "{\"iss\":\"https://issuer\",\"aud\":\"parley\",\"sub\":\"a\",\"exp\":32503680000,\"parley_role\":\"admin\"}";

    static final HandmadeToken GOOD = new HandmadeToken(HS256, CLAIMS, SECRET);

    /** What is wrong with each. */
    static final Map<String, HandmadeToken> BAD = bad();

    private static Map<String, HandmadeToken> bad() {
        Map<String, HandmadeToken> bad = new LinkedHashMap<>();
        bad.put("forged", new HandmadeToken(HS256, CLAIMS, "another secret, longer than thirty-two bytes"));
        bad.put("unsigned", new HandmadeToken(NONE, CLAIMS, ""));
        bad.put("unsigned but signed", new HandmadeToken(NONE, CLAIMS, SECRET));
        bad.put("without its signature", new HandmadeToken(HS256, CLAIMS, ""));
        bad.put("signed otherwise", new HandmadeToken("{\"alg\":\"HS512\"}", CLAIMS, SECRET));
        bad.put("expired", but("32503680000", "1000000000"));
        bad.put("without an end", but("\"exp\":32503680000,", ""));
        bad.put("of another issuer", but("https://issuer", "https://other"));
        bad.put("for another audience", but("parley\"", "other\""));
        bad.put("of an unknown role", but("admin", "king"));
        return bad;
    }

    private static HandmadeToken but(String part, String other) {
        return new HandmadeToken(HS256, CLAIMS.replace(part, other), SECRET);
    }

    String text() {
        String signed =
                base64(header.getBytes(StandardCharsets.UTF_8)) + "." + base64(claims.getBytes(StandardCharsets.UTF_8));
        return signed + "." + (secret.isEmpty() ? "" : base64(signature(signed)));
    }

    private byte[] signature(String signed) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
