package dev.parley.session.record;

import dev.parley.kernel.event.ControlEvents.ProviderSwitched;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.PipelineEvents.ProviderAnsweredLate;
import dev.parley.kernel.event.PipelineEvents.ProviderCallEnded;
import dev.parley.kernel.event.PipelineEvents.ProviderCalled;
import dev.parley.kernel.event.PipelineEvents.ProviderCircuitOpened;
import dev.parley.kernel.event.PlaybackEvents;
import dev.parley.kernel.event.TurnEvents.EndOfTurnScored;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentEnded;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentLost;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import dev.parley.kernel.json.Json;
import dev.parley.provider.Modality;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

    String of(Event event, Json.Obj payload) {
        String edge = payload.text("edge");
        Modality of = edge == null ? modality(event) : null;
        return edge != null ? edge : of == null ? "" : nodes.apply(of);
    }

    /** What kind of provider or of sound this is about, or null. */
    private static @Nullable Modality modality(Event event) {
        return switch (event) {
            case PlaybackEvents _ -> Modality.TTS;
            case VoiceSegmentStarted _, VoiceSegmentEnded _, VoiceSegmentLost _ -> Modality.VAD;
            case EndOfTurnScored _ -> Modality.END_OF_TURN;
            case ProviderSwitched moved -> named(moved.provider());
            case ProviderCalled called -> named(called.attempt().provider());
            case ProviderCallEnded ended -> named(ended.attempt().provider());
            case ProviderAnsweredLate late -> named(late.attempt().provider());
            case ProviderCircuitOpened opened -> named(opened.provider());
            default -> null;
        };
    }

    private static @Nullable Modality named(String provider) {
        return Modality.of(provider).orElse(null);
    }
}
