package held.live;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.tool.Approver;
import dev.parley.pipeline.edge.Edge;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.NodeCatalogue;
import dev.parley.pipeline.spec.PipelineSpec;
import dev.parley.session.settings.Settings;
import dev.parley.session.listen.Voices;
import dev.parley.session.record.Journal;
import dev.parley.session.port.People;
import dev.parley.session.record.EdgeReporter;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.EdgeOutput;
import dev.parley.session.speak.Phrasing;
import dev.parley.session.speak.Recital;
import dev.parley.session.speak.Speech;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.time.LoopClock;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.VirtualTime;
import held.Given;
import org.junit.jupiter.api.Test;

/** When nothing can be recorded any more, no audio that was handed over is left to play. */
class LostRecordTest {
    private final MemoryJournal memory = new MemoryJournal();
    private boolean broken;
    private final Journal journal = new Journal() {
        @Override
        public Rune append(RuneDraft draft) {
            if (broken) {
                throw new EvidenceUnavailable("the disk is gone");
            }
            return memory.append(draft);
        }

        @Override
        public boolean isDurable(long eventId) {
            return true;
        }
    };
    private final VirtualTime time = new VirtualTime(0);
    private final LoopClock clock = new LoopClock(time, time, Runnable::run);
    private final Recorder recorder = new Recorder("c", journal, clock);
    private final Edge<Long> edge = new Edge<>(
            "tts_out",
            GraphDefinition.of(PipelineSpec.standard(), NodeCatalogue.standard())
                    .edge("tts_out")
                    .buffer(),
            Long::sum);

    @Test
    void fallingSilentEmptiesTheOutput() {
        EdgeOutput output = new EdgeOutput(edge, false, clock, new EdgeReporter(recorder));
        output.admit(1, 1000);
        output.started(1);
        Given.that(!edge.isEmpty(), "audio waits in the edge");
        broken = true;
        speech(output).fallSilent();
        assertTrue(edge.isEmpty(), "audio is left to play, though nothing can be recorded");
    }

    private Speech speech(EdgeOutput output) {
        People nobody = person -> new Approver(person, Approver.Standing.UNCONFIRMED);
        Voices silent = new Voices() {
            @Override
            public boolean isAnyoneVoiced() {
                return false;
            }

            @Override
            public boolean areWordsComing() {
                return false;
            }
        };
        return new Speech(
                1,
                Settings.DEFAULTS,
                clock,
                recorder,
                output,
                new SpeechStreams(recorder, clock),
                silent,
                false,
                new Recital(1, "", new Recital.Parts(nobody, recorder, () -> 1, new Phrasing(nobody, recorder))),
                new Speech.Progress() {
                    @Override
                    public void moved() {}

                    @Override
                    public void failed(String reason) {}
                });
    }
}
