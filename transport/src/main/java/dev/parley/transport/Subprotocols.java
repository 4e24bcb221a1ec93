package dev.parley.transport;

import dev.parley.transport.socket.SocketUpgrader;
import io.helidon.http.Headers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * What a client offers to speak over a socket. Clients that cannot set headers hide their key among it.
 *
 * @param names without the key
 * @param key empty for none; never shown or logged
 */
record Subprotocols(List<String> names, String key) {
    private static final String KEY = "openai-insecure-api-key.";

    /** The same for a key of any characters: base64url of its UTF-8. */
    private static final String ENCODED_KEY = "parley-key.";

    static Subprotocols of(Headers headers) {
        List<String> names = new ArrayList<>();
        String key = "";
        for (String value : headers.values(SocketUpgrader.PROTOCOL)) {
            for (String each : value.split(",", -1)) {
                String name = each.strip();
                if (name.startsWith(KEY)) {
                    key = name.substring(KEY.length());
                } else if (name.startsWith(ENCODED_KEY)) {
                    key = decoded(name.substring(ENCODED_KEY.length()));
                } else if (!name.isEmpty()) {
                    names.add(name);
                }
            }
        }
        return new Subprotocols(names, key);
    }

    private static String decoded(String encoded) {
        try {
            return new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    @Override
    public String toString() {
        return names.toString();
    }
}
