package dev.parley.agent.packet;

import dev.parley.kernel.episode.Breach;
import dev.parley.kernel.episode.EpisodeEntry;
import dev.parley.kernel.episode.EpisodeState;
import dev.parley.kernel.episode.EpisodeValidator;
import dev.parley.kernel.episode.EpisodeVerdict;
import dev.parley.kernel.episode.Packet;
import dev.parley.kernel.episode.Profile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks a stream of lines: one verdict for each, and a summary at the end. */
public final class EpisodeCheck {
    /** No packet of an agent comes near this; a line beyond it is refused unread. */
    public static final int LINE_BYTES_MAX = 8 << 20;

    private static final String CORRELATION_PREFIX = "corr_";

    private final PacketReader reader;
    private final EpisodeValidator validator;
    private final VerdictWriter writer;
    private long lines;
    private long packets;
    private long packetsRejected;
    private long linesRejected;

    public EpisodeCheck(PacketReader reader, Profile profile, OutputStream out) {
        this.reader = reader;
        this.validator = new EpisodeValidator(profile);
        this.writer = new VerdictWriter(out);
    }

    /** Answers every line of a stream as it comes, then sums up; says whether everything was accepted. */
    public boolean run(InputStream in) throws IOException {
        LineReader source = new LineReader(in, LINE_BYTES_MAX);
        while (source.next()) {
            if (source.overlong()) {
                overlong();
            } else {
                line(source.buffer(), source.start(), source.length());
            }
            if (source.wouldWait()) {
                writer.flush();
            }
        }
        return finish();
    }

    void line(byte[] buffer, int offset, int length) {
        lines++;
        switch (reader.read(buffer, offset, length)) {
            case Reading.NotJson(String reason) -> malformed(reason);
            case Reading.Unfit unfit -> refuse(unfit);
            case Reading.Fit(EpisodeEntry entry, List<Breach> warnings) -> judge(entry, warnings);
        }
    }

    private void overlong() {
        lines++;
        malformed("The line is longer than " + LINE_BYTES_MAX + " bytes.");
    }

    boolean finish() {
        writer.summary(packets, packetsRejected, validator.episodes(), validator.openDirectives());
        writer.flush();
        return allAccepted();
    }

    /** Whether no line has been refused so far. */
    public boolean allAccepted() {
        return linesRejected == 0;
    }

    private void malformed(String reason) {
        count(true, false);
        writer.verdict(lines, null, null, null, List.of(new Breach("json", reason)), List.of());
    }

    private void refuse(Reading.Unfit unfit) {
        count(!unfit.event(), false);
        List<Breach> errors = unfit.reasons().stream()
                .map(reason -> new Breach("schema", reason))
                .toList();
        EpisodeState state = stateOf(unfit.correlationId());
        writer.verdict(lines, unfit.packetId(), unfit.correlationId(), state, errors, List.of());
    }

    /** A packet that cannot be read still belongs to its episode, if only it names one. */
    private @Nullable EpisodeState stateOf(@Nullable String correlationId) {
        boolean named = correlationId != null
                && correlationId.startsWith(CORRELATION_PREFIX)
                && correlationId.length() > CORRELATION_PREFIX.length();
        if (correlationId == null || !named) {
            return null;
        }
        validator.mention(correlationId);
        return validator.stateOf(correlationId);
    }

    private void judge(EpisodeEntry entry, List<Breach> unknownWords) {
        EpisodeVerdict verdict = validator.judge(entry);
        count(entry instanceof Packet, verdict.accepted());
        String packetId = entry instanceof Packet packet ? packet.header().packetId() : null;
        List<Breach> warnings = verdict.warnings();
        if (verdict.accepted() && !unknownWords.isEmpty()) {
            warnings = new ArrayList<>(warnings);
            warnings.addAll(unknownWords);
        }
        writer.verdict(lines, packetId, entry.correlationId(), verdict.state(), verdict.errors(), warnings);
    }

    private void count(boolean packet, boolean accepted) {
        packets += packet ? 1 : 0;
        packetsRejected += packet && !accepted ? 1 : 0;
        linesRejected += accepted ? 0 : 1;
    }
}
