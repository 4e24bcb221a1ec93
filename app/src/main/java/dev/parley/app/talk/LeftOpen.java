package dev.parley.app.talk;

import dev.parley.agent.episode.EpisodeRecovery;
import dev.parley.agent.episode.EpisodeScribe;
import dev.parley.agent.record.RunelogRecorder;
import dev.parley.agent.tool.Timeline;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolState;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.session.record.RunelogJournal;
import dev.parley.session.recover.Found;
import dev.parley.session.recover.Recovery;
import dev.parley.session.tool.CallLedger;
import dev.parley.sim.run.VirtualTime;
import java.util.ArrayList;
import java.util.List;

/** The conversations that an earlier process did not live to end. Each is closed for an honest reason and ended. */
final class LeftOpen {
    private static final int TAIL = 16;

    private final Runelog log;
    private final TimeSource clock;

    LeftOpen(Runelog log, TimeSource clock) {
        this.log = log;
        this.clock = clock;
    }

    /** Closes them, and says what was found. */
    List<Found> close() {
        List<Found> all = new ArrayList<>();
        for (String conversation : log.conversations()) {
            if (log.head(conversation).haltedAt() > 0 || hasEnded(conversation)) {
                continue;
            }
            VirtualTime time = new VirtualTime(clock.wallMillis());
            Found found = Recovery.end(
                    read(conversation, 0),
                    RunelogJournal.inStep(log),
                    time,
                    time,
                    calls -> closeEpisodes(conversation, time, calls));
            if (found != null) {
                all.add(found);
            }
        }
        log.commit();
        return all;
    }

    /** Looks at the end only, because nearly all conversations have ended by themselves. */
    private boolean hasEnded(String conversation) {
        return read(conversation, Math.max(0, log.head(conversation).durable() - TAIL)).stream()
                .anyMatch(rune -> "ended".equals(rune.payload().text("signal")));
    }

    private List<Rune> read(String conversation, long after) {
        try (RuneReader reader = log.read(conversation, after)) {
            return reader.toList();
        }
    }

    /** The agent's episodes end with what came of their calls; nobody acts on them any more. */
    private void closeEpisodes(String conversation, TimeSource time, CallLedger calls) {
        log.commit();
        for (EpisodeScribe scribe :
                EpisodeRecovery.open(conversation, "house", new RunelogRecorder(log), new Timeline(time))) {
            List<String> evidence = new ArrayList<>();
            for (String call : scribe.openCalls()) {
                if (calls.state(call) instanceof ToolState.Settled settled) {
                    String packet = scribe.settle(settled.result());
                    if (packet != null) {
                        evidence.add(packet);
                    }
                }
            }
            scribe.abandon(evidence, "the process was lost");
        }
    }
}
