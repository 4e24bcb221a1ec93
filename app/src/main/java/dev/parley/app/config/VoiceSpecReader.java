package dev.parley.app.config;

import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import dev.parley.provider.Provider;
import dev.parley.speech.remote.Endpoint;
import dev.parley.speech.remote.RemoteEar;
import dev.parley.speech.remote.RemoteVoice;
import dev.parley.speech.remote.StreamingEar;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads {@code voice}: what comes with the program, what was fetched, stand-ins, and servers. */
final class VoiceSpecReader {
    private static final List<String> AT_A_SERVER = List.of("kind", "url", "model", "key_env");

    private VoiceSpecReader() {}

    static VoiceSpec read(YamlValue value, Path folder) {
        YamlMap fields = value.map().only(List.of("stt", "words", "tts", "vad", "record_audio"));
        Provider ear = remote(fields, "stt", VoiceSpecReader::ear);
        Provider voice = remote(fields, "tts", VoiceSpecReader::voice);
        String stt = ear != null ? "remote" : name(fields, "stt", "default", "phrases", "script");
        String tts = voice != null ? "remote" : name(fields, "tts", "default", "freetts", "tone");
        String vad = name(fields, "vad", "default", "fvad", "level");
        if (stt.equals("script") != fields.has("words")) {
            throw fields.bad("'words' and 'stt: script' belong together");
        }
        return new VoiceSpec(
                VoiceSpec.Stt.valueOf(stt.toUpperCase(Locale.ROOT)),
                fields.optional("words", List.of(), ConfigurationReader::texts),
                VoiceSpec.Tts.valueOf(tts.toUpperCase(Locale.ROOT)),
                VoiceSpec.Vad.valueOf(vad.toUpperCase(Locale.ROOT)),
                fields.optional("record_audio")
                        .map(found -> folder.resolve(found.text()))
                        .orElse(null),
                ear,
                voice);
    }

    private static String name(YamlMap fields, String part, String... known) {
        return fields.optional(part, known[0], found -> found.oneOf(List.of(known)));
    }

    private interface Reader {
        Provider read(YamlMap fields);
    }

    private static @Nullable Provider remote(YamlMap fields, String part, Reader reader) {
        YamlValue value = fields.optional(part).orElse(null);
        if (value == null || !value.isMap()) {
            return null;
        }
        try {
            return reader.read(value.map());
        } catch (IllegalArgumentException e) {
            throw value.bad(String.valueOf(e.getMessage()));
        }
    }

    private static Provider ear(YamlMap fields) {
        String kind = fields.required("kind").oneOf(List.of("openai", "deepgram"));
        YamlMap known = fields.only(AT_A_SERVER);
        return kind.equals("openai")
                ? new RemoteEar(Endpoint.http(url(known), model(known), key(known), System::getenv))
                : new StreamingEar(Endpoint.socket(url(known), model(known), key(known), System::getenv));
    }

    private static Provider voice(YamlMap fields) {
        fields.required("kind").oneOf(List.of("openai"));
        YamlMap known = fields.only(List.of("kind", "url", "model", "key_env", "voice"));
        return new RemoteVoice(
                Endpoint.http(url(known), model(known), key(known), System::getenv),
                known.optional("voice", "alloy", YamlValue::text));
    }

    private static String url(YamlMap fields) {
        return fields.required("url").text();
    }

    private static String model(YamlMap fields) {
        return fields.required("model").text();
    }

    /** A key is never written in the file, only the name of the variable that holds it. */
    private static String key(YamlMap fields) {
        return fields.optional("key_env", "", YamlValue::text);
    }
}
