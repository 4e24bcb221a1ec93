package dev.parley.session;

import dev.parley.pipeline.edge.Edge;
import dev.parley.pipeline.run.SessionState;
import dev.parley.pipeline.time.Timebase;
import dev.parley.session.listen.Ear;
import dev.parley.session.media.MediaPlane;
import dev.parley.session.media.MediaPorts;
import dev.parley.session.place.Standing;
import dev.parley.session.port.TextChannel;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.EdgeReporter;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Settings;
import dev.parley.session.speak.EdgeOutput;
import dev.parley.session.speak.Output;
import dev.parley.session.speak.ShownWords;
import dev.parley.session.time.LoopClock;
import dev.parley.session.turn.ConversationPipeline;
import dev.parley.session.turn.Held;
import dev.parley.session.turn.HostPlans;
import dev.parley.session.turn.TurnPlans;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The sound of a conversation: its media plane, bound to its loop, or where there are no frames the time that they would take. */
final class LoopFrames {
    private final @Nullable MediaPlane plane;
    private final Output output;
    private final BooleanSupplier there;

    /** What of the loop a plane needs. */
    record Bound(ConversationLoop loop, LoopClock clock, Recorder recorder, ProviderDesk desk, Standing standing) {}

    /** The plans of a conversation that is held in frames, in voices that are events, or in writing. */
    static TurnPlans plans(
            String conversation,
            Standing standing,
            ConversationLoop.Ports ports,
            ConversationPipeline pipeline,
            Settings settings,
            HostPlans host) {
        Held silent = ports.text() == null ? Held.TOLD : Held.WRITTEN;
        Held held = ports.media() == null ? silent : Held.FRAMES;
        TurnPlans.Here here = new TurnPlans.Here(host, held, standing::admission);
        return new TurnPlans(conversation, ports.providers(), pipeline, settings.budget(), here);
    }

    /** Frames go through the plan of the conversation from the first one on, before there is a turn. */
    LoopFrames(Bound bound, ConversationLoop.Ports ports, Settings settings, TurnPlans plans) {
        MediaPorts outside = ports.media();
        this.plane = outside == null ? null : plane(outside, bound, ports, settings, plans);
        TextChannel text = ports.text();
        this.there = outside != null ? outside.channel()::isThere : () -> text == null || text.isThere();
        this.output = plane == null ? counted(bound, ports.text(), plans) : plane.output();
    }

    /** Where there are no frames their time alone is counted, and words may be shown in it. */
    private static Output counted(Bound bound, @Nullable TextChannel text, TurnPlans plans) {
        Edge<Long> edge = new Edge<>("tts_out", plans.buffer("tts_out"), Long::sum);
        Output counted = new EdgeOutput(edge, !plans.isTuned("tts_out"), bound.clock, new EdgeReporter(bound.recorder));
        return text == null ? counted : new ShownWords(counted, text, bound.clock);
    }

    private static MediaPlane plane(
            MediaPorts outside, Bound bound, ConversationLoop.Ports ports, Settings settings, TurnPlans plans) {
        MediaPlane plane = new MediaPlane(
                outside,
                new MediaPlane.Parts(
                        bound.clock,
                        new Timebase(ports.time()),
                        bound.recorder,
                        bound.desk,
                        SessionState.disposable(),
                        settings.hearing().vadSilenceMs(),
                        bound.loop::offer,
                        bound.loop::execute,
                        bound.standing::mayAct,
                        bound.loop::mayKeepAudio),
                plans.opening(bound.recorder.epoch()));
        plans.watch(plane::use);
        bound.recorder.hearing(plane::mediaMicros);
        return plane;
    }

    /** Whether somebody is at the far end, as far as the outside knows. */
    boolean isAnybodyThere() {
        return there.getAsBoolean();
    }

    Output output() {
        return output;
    }

    void attach(Ear ear) {
        if (plane != null) {
            plane.attach(ear);
        }
    }

    void run(long nowNanos) {
        if (plane != null) {
            plane.run(nowNanos);
        }
    }

    void close() {
        if (plane != null) {
            plane.close();
        }
    }
}
