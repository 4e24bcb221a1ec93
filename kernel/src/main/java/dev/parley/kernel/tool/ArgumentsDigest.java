package dev.parley.kernel.tool;

import dev.parley.kernel.Digest;
import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import java.nio.charset.StandardCharsets;

/** SHA-256 over canonical JSON (RFC 8785): two spellings of the same arguments have one digest. */
public final class ArgumentsDigest {
    private ArgumentsDigest() {}

    public static String of(Json arguments) {
        return Digest.of(CanonicalJson.bytes(arguments)).hex();
    }

    static String ofText(String text) {
        return Digest.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }
}
