package dev.parley.replay.effect;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The plans under which turns are opened: what all of them share, and whether a hash is that of what is written of one. */
final class FrozenPlans {
    private static final String TURN = "turn";
    private static final String PLACE = "\u0000";

    /** The digest of what comes before the turn's own part. It is nearly all of a plan, so it is taken once and then copied. */
    private @Nullable MessageDigest before;

    private byte[] after = {};

    /** The pipeline from now on, which is the same in every plan. */
    void share(Json.Obj pipeline) {
        String whole = CanonicalJson.text(pipeline.with(TURN, PLACE));
        String place = Json.of(PLACE).text();
        int at = whole.indexOf(place);
        MessageDigest shared = sha256();
        shared.update(whole.substring(0, at).getBytes(StandardCharsets.UTF_8));
        before = shared;
        after = whole.substring(at + place.length()).getBytes(StandardCharsets.UTF_8);
    }

    /** Whether this is the hash of the plan; where the record does not begin with its pipeline nobody can tell. */
    boolean isHashOf(Json.Obj written, String hash) {
        MessageDigest shared = before;
        if (shared == null) {
            return true;
        }
        Map<String, Json> own = new LinkedHashMap<>(written.fields());
        own.remove("hash");
        MessageDigest whole = copy(shared);
        whole.update(CanonicalJson.bytes(new Json.Obj(own)));
        whole.update(after);
        return Hash.of(whole.digest()).hex().equals(hash);
    }

    private static MessageDigest copy(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError("the platform's SHA-256 can be copied", impossible);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new AssertionError("every Java runtime has SHA-256", missing);
        }
    }
}
