package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.port.Model.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A token that is signed with the right key, and whose claims are not what they have to be, proves nothing. */
@Timeout(60)
class OddClaimsTest {
    private static final String SECRET = "a secret of at least thirty-two bytes";
    private static final String NONE = "";

    private static final Map<String, String> GOOD = Map.of(
            "iss", "\"house\"",
            "aud", "\"parley\"",
            "sub", "\"a\"",
            "exp", "32503680000",
            "parley_role", "\"admin\"");

    /** Every claim that is read, and one that is not. */
    private static final List<String> CLAIMS = List.of(
            "iss",
            "aud",
            "sub",
            "exp",
            "nbf",
            "iat",
            "jti",
            "parley_role",
            "parley_people",
            "parley_conversation",
            "x");

    private static final List<String> ODD = List.of(
            NONE,
            "null",
            "true",
            "false",
            "0",
            "1",
            "-1",
            "1.5",
            "32503680000.5",
            "-9223372036854775",
            "9223372036854775807",
            "9223372036854776",
            "18446744073709551616",
            "1e999",
            "-1e999",
            "1e-999",
            "253402300800",
            "\"\"",
            "\" \"",
            "\"\\u0000\"",
            "\"32503680000\"",
            "\"admin\"",
            "\"cl\\u0131ent\"",
            "\"\\ud800\"",
            "[]",
            "[null]",
            "[\"parley\"]",
            "[\"parley\",1]",
            "[\"\"]",
            "[[]]",
            "[32503680000]",
            "{}",
            "{\"parley\":\"parley\"}",
            "[".repeat(3_000) + "]".repeat(3_000),
            "\"" + "a".repeat(4_000) + "\"");

    @TempDir
    Path data;

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer local;

    @BeforeEach
    void start() throws IOException {
        ServerSpec.Jwt jwt = new ServerSpec.Jwt("house", "parley", null, "S");
        ServerSpec spec = new ServerSpec("127.0.0.1", null, List.of(), null, jwt, List.of(), null, 100_000);
        local = new LocalServer(
                Parley.in(data).model((_, _) -> Reply.says("Yes.")).open(), spec, Map.of("S", SECRET));
    }

    @AfterEach
    void stop() {
        local.close();
    }

    private static String token(Map<String, String> claims) throws GeneralSecurityException {
        String payload = claims.entrySet().stream()
                .filter(each -> !each.getValue().equals(NONE))
                .map(each -> "\"" + each.getKey() + "\":" + each.getValue())
                .collect(Collectors.joining(",", "{", "}"));
        String signed = base64("{\"alg\":\"HS256\"}".getBytes(StandardCharsets.UTF_8)) + "."
                + base64(payload.getBytes(StandardCharsets.UTF_8));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return signed + "." + base64(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private int status(String claim, String value) throws Exception {
        Map<String, String> claims = new LinkedHashMap<>(GOOD);
        claims.put(claim, value);
        return local.send(token(claims), "GET", "/v1/conversations", "").statusCode();
    }

    @Test
    void isAcceptedOrUnauthorizedWhateverAClaimHolds() throws Exception {
        assertEquals(200, status("x", "1"));
        List<String> wrong = new ArrayList<>();
        for (String claim : CLAIMS) {
            for (String value : ODD) {
                int status = status(claim, value);
                if (!Set.of(200, 401, 403).contains(status)) {
                    wrong.add(claim + " " + value.substring(0, Math.min(40, value.length())) + ": " + status);
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void isUnauthorizedWhereAClaimThatCountsIsOdd() throws Exception {
        Map<String, List<String>> taken = Map.of(
                "sub",
                        List.of(
                                "\"\\u0000\"",
                                "\"32503680000\"",
                                "\"admin\"",
                                "\"cl\\u0131ent\"",
                                "\"\\ud800\"",
                                ODD.getLast()),
                "exp", List.of("32503680000.5"),
                "nbf", List.of(NONE, "0", "1", "1.5", "1e-999"),
                "iat", List.of(NONE, "0", "1", "1.5", "1e-999"),
                "iss", List.of(),
                "aud", List.of("[\"parley\"]"),
                "parley_role", List.of("\"admin\""),
                "parley_people", List.of(NONE, "[]", "[\"parley\"]"));
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, List<String>> each : taken.entrySet()) {
            for (String value : ODD) {
                int status = status(each.getKey(), value);
                boolean mayBeTaken = each.getValue().contains(value)
                        || (Set.of("iat").contains(each.getKey()) && value.equals("32503680000.5"));
                if (status != 401 && !mayBeTaken) {
                    wrong.add(each.getKey() + " " + value.substring(0, Math.min(40, value.length())) + ": " + status);
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void isNotFreedOfItsConversationByAnEmptyName() throws Exception {
        for (String empty : List.of("\"\"", "\" \"", "null", "[]", "0")) {
            assertEquals(401, status("parley_conversation", empty), empty);
        }
        assertTrue(status("parley_conversation", "\"talk-1\"") < 500);
    }
}
