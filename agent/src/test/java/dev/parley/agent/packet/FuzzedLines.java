package dev.parley.agent.packet;

import dev.parley.kernel.episode.Profile;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What holds for whatever bytes come in: no exception, one verdict for each line, and a summary. */
final class FuzzedLines {
    private static final List<PacketScript> EPISODES =
            List.of(PacketScript.verifyPath(), PacketScript.writePath(), PacketScript.escalationPath());

    private FuzzedLines() {}

    /** The bytes as they are, and then as an edit of a valid episode: where, how much to cut, and what to put there. */
    static void check(byte[] bytes) {
        Profile profile = bytes.length > 0 && bytes[0] < 0 ? Profile.REFERENCE : Profile.STRICT;
        answersEveryLine(profile, bytes);
        if (bytes.length > 3) {
            PacketScript script = EPISODES.get(Math.floorMod(bytes[0], EPISODES.size()));
            String lines = String.join(
                    "\n", script.lines().stream().map(Object::toString).toList());
            answersEveryLine(profile, edited(lines.getBytes(StandardCharsets.UTF_8), bytes));
        }
    }

    private static byte[] edited(byte[] valid, byte[] bytes) {
        int at = (Byte.toUnsignedInt(bytes[1]) << 8 | Byte.toUnsignedInt(bytes[2])) % valid.length;
        int cut = Math.min(Byte.toUnsignedInt(bytes[3]) % 16, valid.length - at);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(valid, 0, at);
        out.write(bytes, 4, bytes.length - 4);
        out.write(valid, at + cut, valid.length - at - cut);
        return out.toByteArray();
    }

    private static void answersEveryLine(Profile profile, byte[] bytes) {
        CheckedLines checked = CheckedLines.ofBytes(profile, bytes);
        if (checked.verdicts() != lines(bytes)) {
            throw new IllegalStateException(checked.verdicts() + " verdicts for " + lines(bytes) + " lines");
        }
        long packets = checked.summary().path("accepted").longValue()
                + checked.summary().path("rejected").longValue();
        if (packets != checked.summary().path("packets").longValue()) {
            throw new IllegalStateException("the summary does not add up: " + checked.summary());
        }
    }

    private static int lines(byte[] bytes) {
        int lines = 0;
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                lines++;
                start = i + 1;
            }
        }
        return start < bytes.length ? lines + 1 : lines;
    }
}
