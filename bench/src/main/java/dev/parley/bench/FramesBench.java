package dev.parley.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Median;
import dev.parley.bench.measure.Result;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.run.PipelineRun;
import dev.parley.provider.AudioFrame;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * Frames of 20 ms through five nodes of one session, beside five virtual threads joined by blocking queues and beside five
 * asynchronous stages of Reactor. Each stage does the same little with the same frame; rounds alternate, and the median
 * of each counts.
 */
final class FramesBench implements Bench {
    private static final int QUEUE_FRAMES = 64;
    private static final int BURST_FRAMES = 32;
    private static final AudioFrame FRAME = AudioFrame.silence(16_000, 0, 20);

    @Override
    public String name() {
        return "pipeline.frames";
    }

    @Override
    public List<Result> run(boolean quick) {
        int frames = quick ? 400_000 : 4_000_000;
        int rounds = quick ? 5 : 9;
        double[] own = new double[rounds];
        double[] threads = new double[rounds];
        double[] reactor = new double[rounds];
        double[] ownCpu = new double[rounds];
        double[] threadsCpu = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            long before = cpuNanos();
            own[i] = perSecond(frames, this::parley);
            long between = cpuNanos();
            threads[i] = perSecond(frames, this::virtualThreads);
            long after = cpuNanos();
            reactor[i] = perSecond(frames, this::reactor);
            ownCpu[i] = (double) (between - before) / frames;
            threadsCpu[i] = (double) (after - between) / frames;
        }
        double value = Median.of(own);
        return List.of(
                new Result(
                        name(),
                        value,
                        "frames/s",
                        Median.of(threads),
                        "five virtual threads joined by ArrayBlockingQueue; at least 2 times that is asked"),
                new Result(
                        name() + ".cpu",
                        Median.of(ownCpu),
                        "ns/frame",
                        Median.of(threadsCpu),
                        "processor time of the same five virtual threads, which use every core"),
                new Result(
                        name() + ".reactor",
                        value,
                        "frames/s",
                        Median.of(reactor),
                        "five publishOn stages of Reactor"));
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static double perSecond(int frames, LongConsumer work) {
        long start = System.nanoTime();
        work.accept(frames);
        return frames * 1e9 / (System.nanoTime() - start);
    }

    private void parley(long frames) {
        long[] heard = new long[1];
        PipelineRun run =
                FramePipeline.start("s", event -> heard[0] += FramePipeline.look(FramePipeline.frame(event)), () -> {});
        long sent = 0;
        while (sent < frames) {
            long now = System.nanoTime();
            for (int i = 0; i < BURST_FRAMES && sent < frames; i++) {
                run.offer("mic", PipelineEvent.data(FramePipeline.AUDIO, ++sent, 0, now, 1, FRAME), now);
            }
            run.run(now);
        }
        if (heard[0] != 0) {
            throw new IllegalStateException("silence sums to nothing");
        }
    }

    private void virtualThreads(long frames) {
        List<BlockingQueue<PipelineEvent>> queues = new ArrayList<>();
        List<Thread> stages = new ArrayList<>();
        for (int i = 0; i < FramePipeline.NODES; i++) {
            queues.add(new ArrayBlockingQueue<>(QUEUE_FRAMES));
        }
        for (int i = 0; i < FramePipeline.NODES; i++) {
            BlockingQueue<PipelineEvent> in = queues.get(i);
            BlockingQueue<PipelineEvent> out = i + 1 < FramePipeline.NODES ? queues.get(i + 1) : null;
            stages.add(Thread.startVirtualThread(() -> stage(in, out, frames)));
        }
        try {
            for (long sent = 1; sent <= frames; sent++) {
                queues.getFirst().put(PipelineEvent.data(FramePipeline.AUDIO, sent, 0, 0, 1, FRAME));
            }
            for (Thread stage : stages) {
                stage.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void stage(
            BlockingQueue<PipelineEvent> in, @Nullable BlockingQueue<PipelineEvent> out, long frames) {
        long seen = 0;
        try {
            for (long i = 0; i < frames; i++) {
                PipelineEvent event = in.take();
                seen += FramePipeline.look(FramePipeline.frame(event));
                if (out != null) {
                    out.put(event);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (seen < 0) {
            throw new IllegalStateException("silence sums to nothing");
        }
    }

    private void reactor(long frames) {
        Flux<PipelineEvent> flux = Flux.generate(() -> 0L, (sent, out) -> {
            out.next(PipelineEvent.data(FramePipeline.AUDIO, sent + 1, 0, 0, 1, FRAME));
            if (sent + 1 == frames) {
                out.complete();
            }
            return sent + 1;
        });
        for (int i = 0; i < FramePipeline.NODES; i++) {
            flux = flux.publishOn(Schedulers.parallel(), QUEUE_FRAMES)
                    .filter(event -> FramePipeline.look(FramePipeline.frame(event)) == 0);
        }
        flux.blockLast();
    }
}
