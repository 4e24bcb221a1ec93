package dev.parley.bench;

import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.edge.Ingress;
import dev.parley.pipeline.loop.Carriers;
import dev.parley.pipeline.loop.LoopSeat;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.run.PipelineRun;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A speaking session on a carrier. Its voice does not know that it was interrupted and goes on offering frames. */
final class CarriedSpeaker implements Speaker {
    private enum Ask {
        SPEAK,
        INTERRUPT
    }

    private final String id;
    private final LoopSeat seat;
    private final Ingress<Ask> ingress;
    private final OutgoingFrames voice = new OutgoingFrames();
    private final AtomicLong framesAfter = new AtomicLong();
    private @Nullable PipelineRun run;
    private boolean silent;
    private volatile long interruptedAt;
    private volatile long silentAt;

    CarriedSpeaker(String id, Carriers carriers) {
        this.id = id;
        this.seat = carriers.seat(this::onRun);
        this.ingress = new Ingress<>("in", 4, 4, seat::wake, seat::wakeNow);
    }

    @Override
    public void speak() {
        ingress.offer(Ask.SPEAK, Lane.DATA);
    }

    @Override
    public void interrupt() {
        interruptedAt = System.nanoTime();
        ingress.offer(Ask.INTERRUPT, Lane.CONTROL);
    }

    @Override
    public long silentAfterNanos() {
        return silentAt - interruptedAt;
    }

    @Override
    public long framesAfterSilence() {
        return framesAfter.get();
    }

    @Override
    public void hangUp() {
        seat.leave();
    }

    private void onRun(long now) {
        for (Ask ask = ingress.poll(); ask != null; ask = ingress.poll()) {
            switch (ask) {
                case SPEAK -> {
                    silent = false;
                    run = FramePipeline.start(id, this::accepted, seat::wake);
                }
                case INTERRUPT -> beSilent(now);
            }
        }
        if (run != null) {
            seat.runAt(voice.offerDue(run, now, now));
            run.run(now);
        }
    }

    private void beSilent(long now) {
        if (run != null) {
            run.cancel("barge_in", now);
        }
        silent = true;
        silentAt = System.nanoTime();
    }

    private void accepted(PipelineEvent frame) {
        if (silent) {
            framesAfter.incrementAndGet();
        }
    }
}
