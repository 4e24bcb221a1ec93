package dev.parley.bench;

import dev.parley.pipeline.run.PipelineRun;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A speaking session on a virtual thread that is interrupted. */
final class ThreadSpeaker implements Speaker {
    private final String id;
    private final AtomicLong framesAfter = new AtomicLong();
    private Thread thread = Thread.ofVirtual().unstarted(() -> {});
    private volatile long interruptedAt = Long.MAX_VALUE;
    private volatile long silentAt;

    ThreadSpeaker(int number) {
        this.id = "t" + number;
    }

    @Override
    public void speak() {
        interruptedAt = Long.MAX_VALUE;
        thread = Thread.startVirtualThread(this::loop);
    }

    @Override
    public void interrupt() {
        interruptedAt = System.nanoTime();
        thread.interrupt();
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
        thread.interrupt();
    }

    private void loop() {
        OutgoingFrames voice = new OutgoingFrames();
        PipelineRun run = FramePipeline.start(
                id,
                frame -> {
                    if (Thread.currentThread().isInterrupted()) {
                        framesAfter.incrementAndGet();
                    }
                },
                () -> {});
        while (!Thread.currentThread().isInterrupted()) {
            long now = System.nanoTime();
            long next = voice.offerDue(run, now, now);
            run.run(now);
            LockSupport.parkNanos(next - System.nanoTime());
        }
        silentAt = System.nanoTime();
    }
}
