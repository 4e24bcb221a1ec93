package dev.parley.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.packet.EpisodeCheck;
import dev.parley.agent.packet.PacketReader;
import dev.parley.agent.packet.PacketSchemas;
import dev.parley.agent.record.Recorder;
import dev.parley.kernel.episode.Profile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Hands the packets of a recorded conversation to the validator, as {@code episode check} would. */
final class EpisodeLines {
    private EpisodeLines() {}

    static List<String> of(Recorder recorder, String conversation) {
        return recorder.read(conversation).stream()
                .filter(rune -> rune.envelope().kind().equals("episode.packet"))
                .map(rune -> rune.payload().canonical())
                .toList();
    }

    /** Everything recorded is accepted; the answer is the summary line. */
    static String check(Recorder recorder, String conversation) throws IOException {
        byte[] lines = String.join("\n", of(recorder, conversation)).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean accepted = new EpisodeCheck(new PacketReader(new PacketSchemas()), Profile.STRICT, out)
                .run(new ByteArrayInputStream(lines));
        String verdicts = out.toString(StandardCharsets.UTF_8);
        assertTrue(accepted, verdicts);
        return verdicts.lines().toList().getLast();
    }
}
