package dev.parley.transport;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.ImmutableSecret;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.parley.kernel.port.TimeSource;
import dev.parley.transport.ServerSpec.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tokens that somebody else signs. One without a signature, or signed otherwise than agreed, is none. */
final class Tokens {
    private static final int SECRET_BYTES_MIN = 32;

    /** The end of the year 9999. Beyond it the milliseconds of a time may overflow. */
    private static final double SECONDS_MAX = 253_402_300_799.0;

    /** So far may the clock of whoever signs be from ours. */
    private static final Duration SKEW = Duration.ofSeconds(60);

    private static final Set<JWSAlgorithm> PUBLIC_KEYS =
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256);

    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    private Tokens(
            ServerSpec.Jwt spec, JWKSource<SecurityContext> keys, Set<JWSAlgorithm> algorithms, TimeSource clock) {
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, keys));
        DefaultJWTClaimsVerifier<SecurityContext> verifier =
                new DefaultJWTClaimsVerifier<>(
                        spec.audience(),
                        new JWTClaimsSet.Builder().issuer(spec.issuer()).build(),
                        Set.of("sub", "exp", "parley_role")) {
                    @Override
                    protected Date currentTime() {
                        return Date.from(Instant.ofEpochMilli(clock.wallMillis()));
                    }
                };
        verifier.setMaxClockSkew((int) SKEW.toSeconds());
        processor.setJWTClaimsSetVerifier(verifier);
    }

    /**
     * Reads the keys.
     *
     * @param clock by which tokens expire
     * @throws IOException with a sentence for whoever wrote the configuration
     */
    static Tokens of(ServerSpec.Jwt spec, Environment environment, TimeSource clock) throws IOException {
        String secretEnv = spec.secretEnv();
        if (secretEnv != null) {
            String secret = environment.get(secretEnv);
            if (secret == null || secret.getBytes(StandardCharsets.UTF_8).length < SECRET_BYTES_MIN) {
                throw new IOException("jwt: " + secretEnv + " has to hold a secret of at least 32 bytes");
            }
            byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
            return new Tokens(spec, new ImmutableSecret<>(bytes), Set.of(JWSAlgorithm.HS256), clock);
        }
        try {
            JWKSet keys = JWKSet.load(new java.io.File(String.valueOf(spec.jwksFile())));
            return new Tokens(spec, new ImmutableJWKSet<>(keys), PUBLIC_KEYS, clock);
        } catch (ParseException e) {
            throw new IOException("jwt: " + spec.jwksFile() + " is no set of keys: " + e.getMessage(), e);
        }
    }

    /** Where secrets come from. */
    @FunctionalInterface
    interface Environment {
        @Nullable
        String get(String name);
    }

    private static long expiresAtMs(JWTClaimsSet claims) {
        return claims.getExpirationTime().toInstant().toEpochMilli() + SKEW.toMillis();
    }

    /** Who shows this token; null for one that is forged, has expired, or holds a claim that is not what it has to be. */
    @Nullable
    Caller caller(String token) {
        try {
            SignedJWT signed = SignedJWT.parse(token);
            JWTClaimsSet claims = processor.process(signed, null);
            Map<String, @Nullable Object> raw = signed.getPayload().toJSONObject();
            return raw == null || !areWellFormed(raw) ? null : caller(raw, claims);
        } catch (ParseException | BadJOSEException | JOSEException | RuntimeException | StackOverflowError e) {
            // The library throws what it likes at claims of odd types; whatever it is, the token proves nothing.
            return null;
        }
    }

    private static Caller caller(Map<String, @Nullable Object> raw, JWTClaimsSet claims) {
        List<String> people = new ArrayList<>();
        if (raw.get("parley_people") instanceof List<?> named) {
            named.forEach(each -> people.add(String.valueOf(each)));
        }
        String scope = raw.containsKey("parley_conversation") ? String.valueOf(raw.get("parley_conversation")) : "";
        String role = String.valueOf(raw.get("parley_role"));
        return new Caller(
                Callers.id("sub:" + raw.get("sub")),
                Role.valueOf(role.toUpperCase(Locale.ROOT)),
                people,
                scope,
                expiresAtMs(claims));
    }

    /** A claim that is there has its type. Null is none: a limit that was left empty by mistake would limit nothing. */
    private static boolean areWellFormed(Map<String, @Nullable Object> claims) {
        return isText(claims.get("sub"))
                && isText(claims.get("iss"))
                && isTime(claims.get("exp"))
                && claims.get("parley_role") instanceof String role
                && role.chars().allMatch(letter -> letter < 128)
                && (!claims.containsKey("nbf") || isTime(claims.get("nbf")))
                && (!claims.containsKey("iat") || isTime(claims.get("iat")))
                && (isText(claims.get("aud")) || isTexts(claims.get("aud")))
                && (!claims.containsKey("parley_people") || isTexts(claims.get("parley_people")))
                && (!claims.containsKey("parley_conversation") || isText(claims.get("parley_conversation")));
    }

    private static boolean isText(@Nullable Object claim) {
        return claim instanceof String text && !text.isBlank();
    }

    private static boolean isTexts(@Nullable Object claim) {
        return claim instanceof List<?> list && list.stream().allMatch(Tokens::isText);
    }

    private static boolean isTime(@Nullable Object claim) {
        return claim instanceof Number seconds && seconds.doubleValue() >= 0 && seconds.doubleValue() <= SECONDS_MAX;
    }
}
