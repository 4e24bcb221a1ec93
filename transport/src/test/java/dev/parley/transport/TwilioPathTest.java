package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who may connect a telephone, and what a telephone may say. */
@Timeout(60)
class TwilioPathTest {
    private static final String TOKEN = "the token of the account";
    private static final ServerSpec.Twilio TWILIO = new ServerSpec.Twilio("TOKEN");

    @TempDir
    Path data;

    private interface Use {
        void with(URI at) throws IOException;
    }

    private void serving(ServerSpec.@Nullable Twilio twilio, @Nullable String publicUrl, boolean voice, Use use)
            throws IOException {
        ServerSpec spec = new ServerSpec(
                "127.0.0.1",
                null,
                List.of(new ServerSpec.Key("sk", ServerSpec.Role.CLIENT, List.of())),
                twilio,
                null,
                List.of(),
                publicUrl,
                100_000);
        var parts = Parley.in(data).model((_, _) -> Reply.says("Yes."));
        if (voice) {
            parts.voices(() -> Map.of(
                    Modality.STT,
                    StandIn.script(List.of()),
                    Modality.TTS,
                    StandIn.tone(),
                    Modality.VAD,
                    StandIn.level()));
        }
        try (Parley parley = parts.open();
                Server server = Server.start(parley, spec, 0, Map.of("TOKEN", TOKEN))) {
            use.with(URI.create(server.address() + TwilioPath.PATH));
        }
    }

    private static String signed(String token, String url) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
            byte[] signature = mac.doFinal(url.getBytes(StandardCharsets.UTF_8));
            return "X-Twilio-Signature: " + Base64.getEncoder().encodeToString(signature);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int status(URI at, String... headers) throws IOException {
        try (RawSocket socket = new RawSocket(at, List.of(headers))) {
            return socket.status();
        }
    }

    private static String url(URI at) {
        return "wss://" + at.getAuthority() + TwilioPath.PATH;
    }

    @Test
    void onlyWhoKnowsTheTokenConnects() throws IOException {
        serving(TWILIO, null, true, at -> {
            assertEquals(403, status(at));
            assertEquals(403, status(at, "X-Twilio-Signature: AAAA"));
            assertEquals(403, status(at, signed("another token", url(at))));
            assertEquals(403, status(at, signed(TOKEN, url(at) + "/other")));
            assertEquals(403, status(at, "Authorization: Bearer sk"), "a key is not what is asked for");
            assertEquals(101, status(at, signed(TOKEN, url(at))));
        });
    }

    @Test
    void theAddressThatTheConfigurationNamesIsSigned() throws IOException {
        serving(TWILIO, "wss://voice.example/v1/twilio", true, at -> {
            assertEquals(403, status(at, signed(TOKEN, url(at))));
            assertEquals(101, status(at, signed(TOKEN, "wss://voice.example/v1/twilio")));
        });
    }

    @Test
    void theQueryIsSignedWithTheAddress() throws IOException {
        for (String publicUrl :
                List.of("", "wss://voice.example/v1/twilio", "wss://voice.example/v1/twilio?a=1%202&b")) {
            serving(TWILIO, publicUrl.isEmpty() ? null : publicUrl, true, at -> {
                String base = publicUrl.isEmpty() ? url(at) : "wss://voice.example/v1/twilio";
                URI called = URI.create(at + "?a=1%202&b");
                assertEquals(101, status(called, signed(TOKEN, base + "?a=1%202&b")));
                assertEquals(403, status(called, signed(TOKEN, base)), "an unsigned query");
                assertEquals(403, status(URI.create(at + "?a=2"), signed(TOKEN, base + "?a=1")), "a changed query");
                assertEquals(403, status(URI.create(at + "?b&a=1%202"), signed(TOKEN, base + "?a=1%202&b")));
                assertEquals(403, status(at, signed(TOKEN, base + "?a=1")), "a removed query");
                assertEquals(101, status(at, signed(TOKEN, base)));
            });
        }
    }

    @Test
    void withoutTwilioThePathIsNotThere() throws IOException {
        serving(null, null, true, at -> {
            assertEquals(404, status(at, signed(TOKEN, url(at))));
            assertEquals(404, status(at, "Authorization: Bearer sk"));
        });
    }

    @Test
    void withoutAVoiceNobodyIsConnected() throws IOException {
        serving(TWILIO, null, false, at -> assertEquals(503, status(at, signed(TOKEN, url(at)))));
    }

    @Test
    void aServerWithoutItsTokenDoesNotStart() {
        IOException refused =
                assertThrows(IOException.class, () -> serving(new ServerSpec.Twilio("MISSING"), null, true, at -> {}));
        assertTrue(String.valueOf(refused.getMessage()).contains("MISSING"), refused.getMessage());
    }

    @Test
    void whatIsNoMessageEndsTheCall() throws IOException {
        serving(TWILIO, null, true, at -> {
            for (String bad : List.of("{", "[]", "{}", "{\"event\":\"media\",\"media\":{\"payload\":\"%\"}}")) {
                try (RawSocket socket = new RawSocket(at, List.of(signed(TOKEN, url(at))))) {
                    socket.text("{\"event\":\"connected\"}");
                    socket.text("{\"event\":\"unheard of\"}");
                    socket.text(bad);
                    assertEquals(1007, socket.read(8).code(), bad);
                }
            }
            try (RawSocket socket = new RawSocket(at, List.of(signed(TOKEN, url(at))))) {
                socket.text("{\"event\":\"start\",\"start\":{\"mediaFormat\":{\"encoding\":\"audio/x-opus\"}}}");
                assertEquals(1003, socket.read(8).code());
            }
            try (RawSocket socket = new RawSocket(at, List.of(signed(TOKEN, url(at))))) {
                socket.frame(0x82, new byte[160]);
                assertEquals(1003, socket.read(8).code(), "messages are text");
            }
        });
    }
}
