package dev.parley.app.config;

import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import dev.parley.provider.Provider;
import dev.parley.speech.remote.Endpoint;
import dev.parley.speech.remote.RemoteEar;
import dev.parley.speech.remote.RemoteVoice;
import dev.parley.speech.remote.StreamingEar;
import dev.parley.speech.tts.InstalledVoice;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads {@code voice}: what comes with the program, what was fetched, stand-ins, and servers. */
final class VoiceSpecReader {
    private static final List<String> AT_A_SERVER = List.of("kind", "url", "model", "key_env");

    private static final String[] TTS_NAMES = {"default", "freetts", "tone", "flite", "espeak-ng"};

    private VoiceSpecReader() {}

    /** Who speaks, where it is neither a name nor part of this program. */
    private record Speaking(
            @Nullable Provider server, @Nullable InstalledVoice program) {}

    static VoiceSpec read(YamlValue value, Path folder) {
        YamlMap fields = value.map().only(List.of("stt", "words", "tts", "vad", "record_audio"));
        Provider ear = described(fields, "stt", VoiceSpecReader::ear);
        Speaking speaking = described(fields, "tts", known -> speaking(known, folder));
        String stt = ear != null ? "remote" : name(fields, "stt", "default", "phrases", "script");
        String tts = speaking == null ? name(fields, "tts", TTS_NAMES) : "";
        InstalledVoice installed = speaking == null ? installed(tts) : speaking.program;
        Provider server = speaking == null ? null : speaking.server;
        String vad = name(fields, "vad", "default", "fvad", "level");
        if (stt.equals("script") != fields.has("words")) {
            throw fields.bad("'words' and 'stt: script' belong together");
        }
        return new VoiceSpec(
                VoiceSpec.Stt.valueOf(stt.toUpperCase(Locale.ROOT)),
                fields.optional("words", List.of(), ConfigurationReader::texts),
                installed != null
                        ? VoiceSpec.Tts.INSTALLED
                        : server != null ? VoiceSpec.Tts.REMOTE : VoiceSpec.Tts.valueOf(tts.toUpperCase(Locale.ROOT)),
                VoiceSpec.Vad.valueOf(vad.toUpperCase(Locale.ROOT)),
                fields.optional("record_audio")
                        .map(found -> folder.resolve(found.text()))
                        .orElse(null),
                ear,
                server,
                installed);
    }

    private static String name(YamlMap fields, String part, String... known) {
        return fields.optional(part, known[0], found -> found.oneOf(List.of(known)));
    }

    private interface Reader<T> {
        T read(YamlMap fields);
    }

    private static <T> @Nullable T described(YamlMap fields, String part, Reader<T> reader) {
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

    /** A program that has a usual voice may be named alone. */
    private static @Nullable InstalledVoice installed(String name) {
        return Stream.of(InstalledVoice.Kind.values())
                .filter(kind -> kind.program().equals(name))
                .findFirst()
                .map(InstalledVoice::of)
                .orElse(null);
    }

    private static Speaking speaking(YamlMap fields, Path folder) {
        String kind = fields.required("kind").oneOf(List.of("openai", "flite", "espeak-ng", "piper"));
        return switch (kind) {
            case "openai" -> new Speaking(server(fields), null);
            case "piper" -> {
                Path model = folder.resolve(
                        fields.only(List.of("kind", "model")).required("model").text());
                yield new Speaking(null, InstalledVoice.of(InstalledVoice.Kind.PIPER, model.toString()));
            }
            default -> {
                InstalledVoice.Kind program =
                        kind.equals("flite") ? InstalledVoice.Kind.FLITE : InstalledVoice.Kind.ESPEAK_NG;
                YamlValue voice =
                        fields.only(List.of("kind", "voice")).optional("voice").orElse(null);
                yield new Speaking(
                        null, voice == null ? InstalledVoice.of(program) : InstalledVoice.of(program, voice.text()));
            }
        };
    }

    private static Provider server(YamlMap fields) {
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
