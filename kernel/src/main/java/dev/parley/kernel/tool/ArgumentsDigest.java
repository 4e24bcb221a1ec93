package dev.parley.kernel.tool;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneChain;
import java.nio.charset.StandardCharsets;

/** SHA-256 over canonical JSON (RFC 8785): two spellings of the same arguments have one digest. */
public final class ArgumentsDigest {
    private ArgumentsDigest() {}

    public static String of(Json arguments) {
        return sha256(CanonicalJson.bytes(arguments));
    }

    static String ofText(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String sha256(byte[] bytes) {
        return new RuneChain().content(bytes, 0, bytes.length).hex();
    }
}
