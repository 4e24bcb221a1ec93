package dev.parley.bench;

import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.edge.Ingress;
import dev.parley.pipeline.loop.LoopSeat;
import dev.parley.pipeline.loop.LoopTask;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.run.PipelineRun;
import java.util.function.Function;

/**
 * One conversation on a carrier, as far as frames are concerned: what comes in goes through the five nodes of its
 * pipeline, and a frame of its own does so every 20 ms. It takes its chance when it runs anyhow: a frame that falls due
 * before the next stride goes with the one that came in.
 */
final class CarriedSession implements FrameSession {
    private static final int INGRESS_FRAMES = 16;
    private static final int INGRESS_SIGNALS = 4;
    private static final long EARLY_NANOS = 2_000_000L;

    private final LoopSeat seat;
    private final Ingress<PipelineEvent> ingress;
    private final PipelineRun run;
    private final OutgoingFrames outgoing = new OutgoingFrames();

    CarriedSession(String id, Function<LoopTask, LoopSeat> seating, Delays delays) {
        this.seat = seating.apply(this::onRun);
        this.ingress = new Ingress<>("in", INGRESS_FRAMES, INGRESS_SIGNALS, seat::wake, seat::wakeNow);
        this.run = FramePipeline.start(id, delays::frameIsOut, seat::wake);
    }

    @Override
    public void receive(long nowNanos) {
        ingress.offer(FramePipeline.event(0, nowNanos), Lane.DATA);
    }

    @Override
    public void hangUp() {
        seat.leave();
    }

    private void onRun(long now) {
        for (PipelineEvent frame = ingress.poll(); frame != null; frame = ingress.poll()) {
            run.offer("mic", frame, now);
        }
        seat.runAt(outgoing.offerDue(run, now, now + EARLY_NANOS));
        run.run(now);
    }
}
