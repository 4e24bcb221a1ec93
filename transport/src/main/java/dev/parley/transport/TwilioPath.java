package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.json.Json;
import dev.parley.session.event.SessionEvent;
import dev.parley.transport.socket.ClientSocket;
import dev.parley.transport.socket.CloseCode;
import dev.parley.transport.socket.SocketDesk.Admitted;
import dev.parley.transport.socket.SocketLimits;
import dev.parley.transport.socket.SocketSession;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Where Twilio connects its Media Streams. Who connects is known by a signature in place of a key. */
final class TwilioPath implements SocketPath {
    static final String PATH = "/v1/twilio";

    /** Whose conversations these are: those who run the house see them, and no client does. */
    private static final String OWNER = "twilio";

    private static final HeaderName SIGNATURE = HeaderNames.create("X-Twilio-Signature");
    private static final SocketLimits LIMITS = new SocketLimits(1 << 20, 1 << 20, Integer.MAX_VALUE, 15_000);

    private final Parley parley;
    /** With which connections are signed; null if there is no Twilio here. */
    private final @Nullable String token;

    private final @Nullable String publicUrl;
    private final Map<String, TwilioCall> calls = new ConcurrentHashMap<>();

    private final DiskWait disk;

    private TwilioPath(Parley parley, @Nullable String token, @Nullable String publicUrl, DiskWait disk) {
        this.disk = disk;
        this.parley = parley;
        this.token = token;
        this.publicUrl = publicUrl;
    }

    /**
     * As the configuration says.
     *
     * @throws IOException with a sentence for whoever wrote it
     */
    static TwilioPath of(Parley parley, ServerSpec spec, Tokens.Environment environment, DiskWait disk)
            throws IOException {
        ServerSpec.Twilio twilio = spec.twilio();
        String token = twilio == null ? null : environment.get(twilio.tokenEnv());
        if (twilio != null && (token == null || token.isBlank())) {
            throw new IOException("twilio: " + twilio.tokenEnv() + " has to hold the token that signs calls");
        }
        return new TwilioPath(parley, token, spec.publicUrl(), disk);
    }

    @Override
    public Admitted admit(HttpPrologue prologue, Headers headers) {
        String secret = token;
        if (secret == null) {
            throw Problem.notFound();
        }
        String url = called(prologue, headers);
        byte[] shown = headers.first(SIGNATURE).orElse("").getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(signature(secret, url), shown)) {
            throw Problem.forbidden(
                    "X-Twilio-Signature does not sign this address with the token of the configuration");
        }
        if (!parley.hasVoice()) {
            throw Problem.noVoice();
        }
        disk.check();
        return new Admitted(new Stream(), OWNER, "", LIMITS, () -> Long.MAX_VALUE);
    }

    /** The URL that Twilio has called, which is what it signs: the query is part of it. */
    private String called(HttpPrologue prologue, Headers headers) {
        String host = headers.first(HeaderNames.HOST).orElse("");
        String base = publicUrl == null ? "wss://" + host + PATH : publicUrl.split("\\?", 2)[0];
        String query = prologue.query().rawValue();
        return query.isEmpty() ? base : base + "?" + query;
    }

    private static byte[] signature(String secret, String url) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
            return Base64.getEncoder().encode(mac.doFinal(url.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has HmacSHA1.", e);
        }
    }

    /** Goes on with the call if its last stream broke off a moment ago, else begins a conversation. */
    private TwilioCall begin(TwilioMessage.Start start, ClientSocket socket) {
        TwilioCall known = start.call().isEmpty() ? null : calls.get(start.call());
        if (known != null) {
            known.attach(socket, start.stream());
            return known;
        }
        TwilioCall call = new TwilioCall();
        call.attach(socket, start.stream());
        Json.Obj about = Json.Obj.EMPTY
                .with(ConversationsApi.OWNER, OWNER)
                .with(ConversationsApi.SOCKET, "twilio")
                .with("call_sid", start.call());
        Conversation talk = parley.converse(ConversationsApi.newId(), new Visit("", Set.of(), about), call);
        call.connected(talk);
        if (!start.call().isEmpty()) {
            calls.put(start.call(), call);
            var _ = talk.over().thenRun(() -> calls.remove(start.call(), call));
        }
        return call;
    }

    /** The socket of one stream. */
    private final class Stream implements SocketSession {
        private @Nullable ClientSocket socket;
        private volatile @Nullable TwilioCall call;

        @Override
        public void opened(ClientSocket opened) {
            socket = opened;
        }

        @Override
        public void text(String message) {
            ClientSocket present = socket;
            if (present == null) {
                return;
            }
            try {
                TwilioMessage decoded = TwilioMessage.decode(message);
                if (!(decoded instanceof TwilioMessage.Media) && !present.takesMessage()) {
                    present.close(CloseCode.POLICY, "messages come too often");
                    return;
                }
                take(decoded, present);
            } catch (Problem refused) {
                present.close(CloseCode.BAD_TEXT, String.valueOf(refused.getMessage()));
            } catch (IllegalStateException refused) {
                present.close(CloseCode.TRY_LATER, String.valueOf(refused.getMessage()));
            }
        }

        private void take(TwilioMessage message, ClientSocket present) {
            TwilioCall under = call;
            switch (message) {
                case TwilioMessage.Start start -> {
                    if (!start.encoding().equals(TwilioSpeech.ENCODING)) {
                        present.close(CloseCode.UNSUPPORTED, "sound is " + TwilioSpeech.ENCODING + " here");
                    } else if (under == null) {
                        call = begin(start, present);
                    }
                }
                case TwilioMessage.Media media when under != null -> under.heard(media);
                case TwilioMessage.Mark mark when under != null -> under.played(present, mark);
                case TwilioMessage.Stop _ when under != null -> under.hangUp();
                default -> {}
            }
        }

        @Override
        public void stalled(ClientSocket of, long forMs) {
            noticed(of, new SessionEvent.Stalled(forMs));
        }

        @Override
        public void flowed(ClientSocket of) {
            noticed(of, new SessionEvent.TransportFlowed());
        }

        private void noticed(ClientSocket of, SessionEvent event) {
            TwilioCall under = call;
            if (under != null) {
                under.noticed(of, event);
            }
        }

        @Override
        public void closed() {
            TwilioCall under = call;
            ClientSocket gone = socket;
            if (under != null && gone != null) {
                under.detach(gone);
            }
        }
    }
}
