package dev.parley.bench;

import dev.parley.agent.packet.EpisodeCheck;
import dev.parley.agent.packet.PacketReader;
import dev.parley.agent.packet.PacketSchemas;
import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.episode.Profile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** How fast streams of packets are checked, schema validation included, and what that leaves in memory. */
final class EpisodeCheckBench implements Bench {
    private static final double PACKETS_PER_SECOND_MIN = 50_000;
    private static final double BYTES_PER_CLOSED_EPISODE_MAX = 1_024;

    @Override
    public String name() {
        return "episode.check";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException {
        int packets = quick ? 200_000 : 1_000_000;
        PacketReader reader = new PacketReader(new PacketSchemas());
        check(reader, EpisodeStream.ofPackets(packets / 10));
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        EpisodeStream stream = EpisodeStream.ofPackets(packets);
        long before = heapAfterCollection();
        long start = threads.getCurrentThreadCpuTime();
        EpisodeCheck check = check(reader, stream);
        double seconds = (threads.getCurrentThreadCpuTime() - start) / 1e9;
        double kept = Math.max(0, heapAfterCollection() - before);
        if (!check.allAccepted()) {
            throw new IllegalStateException("the bench's own stream was refused");
        }
        return List.of(
                new Result(
                        name(),
                        packets / seconds,
                        "packets/s",
                        PACKETS_PER_SECOND_MIN,
                        "the least that is asked of one core; CPU time of the checking thread, stream included"),
                new Result(
                        name() + ".memory",
                        kept / stream.episodes(),
                        "B/closed episode",
                        BYTES_PER_CLOSED_EPISODE_MAX,
                        "a kibibyte for the name of a closed episode, kept for the summary"));
    }

    private static EpisodeCheck check(PacketReader reader, InputStream stream) throws IOException {
        EpisodeCheck check = new EpisodeCheck(reader, Profile.STRICT, OutputStream.nullOutputStream());
        check.run(stream);
        return check;
    }

    private static long heapAfterCollection() {
        System.gc();
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }
}
