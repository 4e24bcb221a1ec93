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
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.parley.kernel.port.TimeSource;
import dev.parley.transport.ServerSpec.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tokens that somebody else signs. One without a signature, or signed otherwise than agreed, is none. */
final class Tokens {
    private static final int SECRET_BYTES_MIN = 32;

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
        long expiry = claims.getExpirationTime().toInstant().toEpochMilli();
        return Math.min(expiry, Long.MAX_VALUE - SKEW.toMillis()) + SKEW.toMillis();
    }

    @Nullable
    Caller caller(String token) {
        try {
            JWTClaimsSet claims = processor.process(token, null);
            String role = claims.getStringClaim("parley_role");
            List<String> people = claims.getStringListClaim("parley_people");
            String scope = claims.getStringClaim("parley_conversation");
            return new Caller(
                    Callers.id("sub:" + claims.getSubject()),
                    Role.valueOf(role.toUpperCase(Locale.ROOT)),
                    people == null ? List.of() : people,
                    scope == null ? "" : scope,
                    expiresAtMs(claims));
        } catch (ParseException | BadJOSEException | JOSEException | IllegalArgumentException e) {
            return null;
        }
    }
}
