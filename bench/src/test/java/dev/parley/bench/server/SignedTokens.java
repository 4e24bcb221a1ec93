package dev.parley.bench.server;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Tokens of an issuer that the server trusts, whatever they claim. */
final class SignedTokens {
    static final String ISSUER = "house";
    static final String AUDIENCE = "parley";

    private static final String HEADER = "{\"alg\":\"RS256\",\"kid\":\"bench\"}";
    private static final int KEY_BITS = 2_048;

    private final KeyPair pair;

    SignedTokens() throws GeneralSecurityException {
        KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
        keys.initialize(KEY_BITS);
        pair = keys.generateKeyPair();
    }

    /** What the server has to know to trust them: a file of keys. */
    String keySet() {
        RSAPublicKey key = (RSAPublicKey) pair.getPublic();
        return "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"bench\",\"alg\":\"RS256\",\"n\":\"" + base64(key.getModulus())
                + "\",\"e\":\"" + base64(key.getPublicExponent()) + "\"}]}";
    }

    /** For each of these claims a token that holds it. */
    List<String> with(List<String> claims) throws GeneralSecurityException {
        List<String> tokens = new ArrayList<>();
        for (String claim : claims) {
            tokens.add(with(claim));
        }
        return tokens;
    }

    /** A token that counts, but for this claim, which replaces the usual one of its name. */
    private String with(String claim) throws GeneralSecurityException {
        StringBuilder claims = new StringBuilder("{").append(claim);
        for (String usual : new String[] {
            "\"iss\":\"" + ISSUER + "\"",
            "\"aud\":\"" + AUDIENCE + "\"",
            "\"sub\":\"ben\"",
            "\"exp\":32503680000",
            "\"parley_role\":\"client\""
        }) {
            if (!claim.startsWith(usual.substring(0, usual.indexOf(':')))) {
                claims.append(',').append(usual);
            }
        }
        String signed = base64(HEADER.getBytes(StandardCharsets.UTF_8)) + "."
                + base64(claims.append('}').toString().getBytes(StandardCharsets.UTF_8));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(pair.getPrivate());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + base64(signature.sign());
    }

    private static String base64(BigInteger number) {
        byte[] bytes = number.toByteArray();
        int sign = bytes[0] == 0 ? 1 : 0;
        return base64(Arrays.copyOfRange(bytes, sign, bytes.length));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
