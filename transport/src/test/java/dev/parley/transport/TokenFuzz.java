package dev.parley.transport;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.parley.agent.tool.SystemTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/**
 * Whatever comes as a token is somebody or nobody: nothing is thrown, and who is somebody has the right signature, issuer and
 * audience. Whatever stands in a file of keys, it is read or refused in one line, and makes nobody of a stranger's token
 * somebody. It has a fork of its own.
 */
class TokenFuzz {
    private static final String SECRET = "a secret that is longer than thirty-two bytes";
    private static final String OTHER = "another secret, longer than thirty-two bytes";
    private static final String HEADER = "{\"alg\":\"HS256\"}";
    private static final String CLAIMS =
            "{\"iss\":\"house\",\"aud\":\"parley\",\"sub\":\"a\",\"exp\":32503680000,\"parley_role\":\"client\",\"parley_people\":[\"ana\"]}";

    private final Tokens tokens;
    private final Path keys;
    private final String keySet;
    private final String tokenOfKeys;

    TokenFuzz() throws IOException, JOSEException {
        tokens = Tokens.of(new ServerSpec.Jwt("house", "parley", null, "S"), _ -> SECRET, new SystemTime());
        keys = Files.createTempFile("parley-fuzz", ".json");
        keys.toFile().deleteOnExit();
        ECKey key = new ECKeyGenerator(Curve.P_256).keyID("k").generate();
        keySet = new JWKSet(List.of(key, new RSAKeyGenerator(2_048).keyID("r").generate())).toString(true);
        JWSObject token = new JWSObject(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("k").build(), new Payload(CLAIMS));
        token.sign(new ECDSASigner(key));
        tokenOfKeys = token.serialize();
        if (underKeys(keySet.getBytes(StandardCharsets.UTF_8), tokenOfKeys) == null) {
            throw new IllegalStateException("a good token is nobody");
        }
    }

    /** Whose token it is by the keys of this file; nobody's if it is no such file. */
    private @Nullable Caller underKeys(byte[] file, String token) throws IOException {
        Files.write(keys, file);
        try {
            return Tokens.of(new ServerSpec.Jwt("house", "parley", keys, null), _ -> null, new SystemTime())
                    .caller(token);
        } catch (IOException refused) {
            if (String.valueOf(refused.getMessage()).lines().count() > 1) {
                throw new IllegalStateException("more than a line", refused);
            }
            return null;
        }
    }

    @FuzzTest(maxDuration = "10s")
    @Tag("short")
    void forTenSeconds(byte[] bytes) throws GeneralSecurityException, IOException {
        check(bytes);
    }

    @FuzzTest(maxDuration = "60s")
    @Tag("long")
    void forAMinute(byte[] bytes) throws GeneralSecurityException, IOException {
        check(bytes);
    }

    private void check(byte[] bytes) throws GeneralSecurityException, IOException {
        if (bytes.length > 3 && bytes[0] < 0) {
            checkKeys(bytes);
        } else {
            checkTokens(bytes);
        }
    }

    private void checkKeys(byte[] bytes) throws GeneralSecurityException, IOException {
        byte[] part = Arrays.copyOfRange(bytes, 3, bytes.length);
        byte[] file = edited(keySet, bytes[1], bytes[2], part);
        Caller _ = underKeys(file, tokenOfKeys);
        Caller _ = underKeys(part, tokenOfKeys);
        byte[] claims = CLAIMS.getBytes(StandardCharsets.UTF_8);
        String forged = signed(HEADER.getBytes(StandardCharsets.UTF_8), claims, keySet);
        if (underKeys(file, forged) != null) {
            throw new IllegalStateException("a secret that everybody knows signs");
        }
    }

    private void checkTokens(byte[] bytes) throws GeneralSecurityException {
        nobody(new String(bytes, StandardCharsets.UTF_8));
        if (tokens.caller(signed(
                        HEADER.getBytes(StandardCharsets.UTF_8), CLAIMS.getBytes(StandardCharsets.UTF_8), SECRET))
                == null) {
            throw new IllegalStateException("a good token is nobody");
        }
        if (bytes.length > 3) {
            byte[] part = Arrays.copyOfRange(bytes, 3, bytes.length);
            byte[] header = edited(HEADER, bytes[0], bytes[1], part);
            byte[] claims = edited(CLAIMS, bytes[1], bytes[2], part);
            tokens.caller(signed(HEADER.getBytes(StandardCharsets.UTF_8), claims, SECRET));
            tokens.caller(signed(header, CLAIMS.getBytes(StandardCharsets.UTF_8), SECRET));
            nobody(signed(header, CLAIMS.getBytes(StandardCharsets.UTF_8), OTHER));
            nobody(base64(header) + "." + base64(CLAIMS.getBytes(StandardCharsets.UTF_8)) + ".");
        }
    }

    /** Nobody without the secret makes a token. */
    private void nobody(String token) {
        Caller caller = tokens.caller(token);
        if (caller != null) {
            throw new IllegalStateException(token + " is " + caller);
        }
    }

    private static byte[] edited(String valid, byte where, byte cut, byte[] part) {
        int at = Byte.toUnsignedInt(where) * (1 + valid.length() / 256) % valid.length();
        int to = Math.min(valid.length(), at + Byte.toUnsignedInt(cut) % 16);
        byte[] before = valid.substring(0, at).getBytes(StandardCharsets.UTF_8);
        byte[] after = valid.substring(to).getBytes(StandardCharsets.UTF_8);
        byte[] whole = Arrays.copyOf(before, before.length + part.length + after.length);
        System.arraycopy(part, 0, whole, before.length, part.length);
        System.arraycopy(after, 0, whole, before.length + part.length, after.length);
        return whole;
    }

    private static String signed(byte[] header, byte[] claims, String secret) throws GeneralSecurityException {
        String signed = base64(header) + "." + base64(claims);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return signed + "." + base64(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
