package dev.parley.bench;

import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.run.PipelineRun;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** The same conversation on a virtual thread of its own, with the same pipeline and a blocking queue at its door. */
final class ThreadSession implements FrameSession {
    private static final int QUEUE_FRAMES = 16;

    private final BlockingQueue<PipelineEvent> queue = new ArrayBlockingQueue<>(QUEUE_FRAMES);
    private final PipelineRun run;
    private final Thread thread;
    private final OutgoingFrames outgoing = new OutgoingFrames();

    ThreadSession(String id, Delays delays) {
        this.run = FramePipeline.start(id, delays::frameIsOut, () -> {});
        this.thread = Thread.startVirtualThread(this::loop);
    }

    @Override
    public void receive(long nowNanos) {
        queue.offer(FramePipeline.event(0, nowNanos));
    }

    @Override
    public void hangUp() {
        thread.interrupt();
    }

    private void loop() {
        long next = System.nanoTime();
        try {
            while (true) {
                PipelineEvent frame = queue.poll(next - System.nanoTime(), TimeUnit.NANOSECONDS);
                long now = System.nanoTime();
                if (frame != null) {
                    run.offer("mic", frame, now);
                }
                next = outgoing.offerDue(run, now, now);
                run.run(now);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
