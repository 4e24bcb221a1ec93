package dev.parley.agent.packet;

import dev.parley.kernel.episode.Breach;
import dev.parley.kernel.episode.EpisodeState;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** Writes verdicts as lines of JSON. Whatever is not ASCII is escaped, so that the bytes depend on nothing outside. */
final class VerdictWriter {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .rootValueSeparator("")
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private final JsonGenerator json;

    VerdictWriter(OutputStream out) {
        this.json = FACTORY.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8);
    }

    void verdict(
            long n,
            @Nullable String packetId,
            @Nullable String correlationId,
            @Nullable EpisodeState state,
            List<Breach> errors,
            List<Breach> warnings) {
        json.writeStartObject();
        json.writeNumberProperty("n", n);
        textOrNull("packet_id", packetId);
        textOrNull("correlation_id", correlationId);
        json.writeStringProperty("decision", errors.isEmpty() ? "accepted" : "rejected");
        textOrNull("state", state == null ? null : state.name());
        breaches("errors", errors);
        breaches("warnings", warnings);
        endLine();
    }

    void summary(long packets, long rejected, Map<String, EpisodeState> episodes, List<String> openDirectives) {
        json.writeStartObject();
        json.writeBooleanProperty("summary", true);
        json.writeNumberProperty("packets", packets);
        json.writeNumberProperty("accepted", packets - rejected);
        json.writeNumberProperty("rejected", rejected);
        json.writeObjectPropertyStart("episodes");
        episodes.forEach((correlationId, state) -> json.writeStringProperty(correlationId, state.name()));
        json.writeEndObject();
        json.writeArrayPropertyStart("open_directives");
        openDirectives.forEach(json::writeString);
        json.writeEndArray();
        endLine();
    }

    void flush() {
        json.flush();
    }

    private void endLine() {
        json.writeEndObject();
        json.writeRaw('\n');
    }

    private void textOrNull(String name, @Nullable String value) {
        if (value == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, value);
        }
    }

    private void breaches(String name, List<Breach> breaches) {
        json.writeArrayPropertyStart(name);
        for (Breach breach : breaches) {
            json.writeStartObject();
            json.writeStringProperty("rule", breach.rule());
            json.writeStringProperty("message", breach.message());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
