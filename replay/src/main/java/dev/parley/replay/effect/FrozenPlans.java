package dev.parley.replay.effect;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneChain;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The plans under which turns are opened: what all of them share, and whether a hash is that of what is written of one. */
final class FrozenPlans {
    private static final String TURN = "turn";
    private static final String PLACE = "\u0000";

    private final RuneChain chain = new RuneChain();
    private String before = "";
    private String after = "";

    /** The pipeline from now on, which is the same in every plan. */
    void share(Json.Obj pipeline) {
        String whole = CanonicalJson.text(pipeline.with(TURN, PLACE));
        String place = Json.of(PLACE).text();
        int at = whole.indexOf(place);
        before = whole.substring(0, at);
        after = whole.substring(at + place.length());
    }

    /** Whether this is the hash of the plan; where the record does not begin with its pipeline nobody can tell. */
    boolean isHashOf(Json.Obj written, String hash) {
        if (before.isEmpty()) {
            return true;
        }
        Map<String, Json> own = new LinkedHashMap<>(written.fields());
        own.remove("hash");
        byte[] bytes = (before + CanonicalJson.text(new Json.Obj(own)) + after).getBytes(StandardCharsets.UTF_8);
        return chain.content(bytes, 0, bytes.length).hex().equals(hash);
    }
}
