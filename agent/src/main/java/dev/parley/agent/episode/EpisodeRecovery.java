package dev.parley.agent.episode;

import dev.parley.agent.packet.PacketReader;
import dev.parley.agent.packet.PacketSchemas;
import dev.parley.agent.packet.Reading;
import dev.parley.agent.record.Recorder;
import dev.parley.agent.tool.Timeline;
import dev.parley.kernel.episode.EpisodeState;
import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.rune.Rune;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the episodes that an earlier process left open. */
public final class EpisodeRecovery {
    private EpisodeRecovery() {}

    /** The scribes of an agent's open episodes, each as far as the record goes, in the order in which they began. */
    public static List<EpisodeScribe> open(String conversation, String agent, Recorder recorder, Timeline timeline) {
        PacketReader reader = new PacketReader(new PacketSchemas());
        Map<String, EpisodeScribe> scribes = new LinkedHashMap<>();
        for (Rune rune : recorder.read(conversation)) {
            boolean ours = rune.envelope().kind().equals("episode.packet")
                    && rune.envelope().agent().equals(agent);
            if (!ours) {
                continue;
            }
            byte[] bytes = CanonicalJson.bytes(rune.payload());
            if (!(reader.read(bytes, 0, bytes.length) instanceof Reading.Fit fit)) {
                throw new IllegalStateException("rune " + rune.eventId() + " holds no packet");
            }
            long turn = rune.envelope().turn();
            scribes.computeIfAbsent(
                            fit.entry().correlationId(),
                            _ -> new EpisodeScribe(conversation, agent, turn, recorder, timeline))
                    .takeUp(fit.entry(), rune.payload(), turn);
        }
        return scribes.values().stream()
                .filter(scribe -> scribe.state() != EpisodeState.S0_IDLE)
                .toList();
    }
}
