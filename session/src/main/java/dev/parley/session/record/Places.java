package dev.parley.session.record;

import dev.parley.kernel.json.Json;
import dev.parley.provider.Modality;
import java.util.Map;
import java.util.function.Function;

/**
 * Where in the pipeline something happened: the node of a provider or of sound, or the edge that came under pressure. What
 * concerns no node and no edge happened nowhere in particular.
 *
 * @param version the version of the pipeline
 * @param nodes the node that does this; empty where the pipeline has none
 */
public record Places(String version, Function<Modality, String> nodes) {
    /** No pipeline runs. */
    static final Places NONE = new Places("", _ -> "");

    private static final Map<String, Modality> BY_PREFIX =
            Map.of("playback", Modality.TTS, "voice", Modality.VAD, "caption", Modality.TTS);

    String of(String kind, Json.Obj payload) {
        String edge = payload.text("edge");
        if (edge != null) {
            return edge;
        }
        int dot = kind.indexOf('.');
        Modality of = kind.equals("turn.end_scored")
                ? Modality.END_OF_TURN
                : BY_PREFIX.get(dot < 0 ? kind : kind.substring(0, dot));
        String provider = of == null && isOfProvider(kind) ? payload.text("provider") : null;
        Modality asked = provider == null ? of : Modality.of(provider).orElse(null);
        return asked == null ? "" : nodes.apply(asked);
    }

    private static boolean isOfProvider(String kind) {
        return kind.startsWith("provider.") || kind.equals("control.provider_switch");
    }
}
