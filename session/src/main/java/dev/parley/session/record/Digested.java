package dev.parley.session.record;

import dev.parley.kernel.event.Personal;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneChain;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is left of a payload where no text is kept: every word that people spoke, and what tools answered, as a digest. */
final class Digested {
    private static final String PERSONAL = Personal.PREFIX;
    private static final String ANSWER = "content";

    private Digested() {}

    static Json.Obj of(Json.Obj payload) {
        Map<String, Json> kept = new LinkedHashMap<>();
        payload.fields().forEach((key, value) -> {
            boolean isText = key.startsWith(PERSONAL) || (key.equals(ANSWER) && !(value instanceof Json.Null));
            if (isText) {
                String name = key.startsWith(PERSONAL) ? key.substring(PERSONAL.length()) : key;
                kept.put(name + "_sha256", Json.of(digest(value)));
            } else {
                kept.put(key, value);
            }
        });
        return new Json.Obj(kept);
    }

    private static String digest(Json value) {
        byte[] bytes = value.canonical().getBytes(StandardCharsets.UTF_8);
        return new RuneChain().content(bytes, 0, bytes.length).hex();
    }
}
