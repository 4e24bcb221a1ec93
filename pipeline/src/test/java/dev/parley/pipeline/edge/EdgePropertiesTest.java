package dev.parley.pipeline.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Lane;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * The rule 4.2.1 for data, lane priority and bounded buffering of 4.3: whatever is offered and taken in whatever order, the
 * bounds hold, nothing vanishes, control comes first.
 */
class EdgePropertiesTest {
    private static final long MS = 1_000_000L;
    private static final Bounds BOUNDS = new Bounds(6, 40, 90, 60);
    private static final Watermarks MARKS = new Watermarks(4, 2, 70, 20);
    private static final LaneRules LANES = new LaneRules(5, 2, 1);

    /** The number of the repetition is the seed. */
    @RepeatedTest(300)
    void boundsHoldAndEveryItemIsAccountedFor(RepetitionInfo tries) {
        long seed = tries.getCurrentRepetition();
        for (Strategy strategy : Strategy.values()) {
            new Run(strategy, RandomSource.seeded(seed)).steps(200);
        }
    }

    /** One edge under random use, with the books kept beside it: what came in, what is known to have left. */
    private static final class Run {
        private final Edge<Lane> edge;
        private final RandomSource random;
        private final Map<Lane, Long> in = new EnumMap<>(Lane.class);
        private final Map<Lane, Long> out = new EnumMap<>(Lane.class);
        private long now;
        private long noticed;

        Run(Strategy strategy, RandomSource random) {
            this.edge = new Edge<>("e", spec(strategy), (queued, offered) -> queued);
            this.random = random;
        }

        void steps(int count) {
            for (int i = 0; i < count; i++) {
                now += random.nextInt(20) * MS;
                step();
                check();
            }
        }

        private void step() {
            int choice = random.nextInt(20);
            if (choice < 2) {
                offer(Lane.CONTROL);
            } else if (choice < 5) {
                offer(Lane.TELEMETRY);
            } else if (choice < 14) {
                offer(Lane.DATA);
            } else if (choice < 18) {
                poll();
            } else if (choice == 18) {
                edge.tick(now);
            } else {
                out.merge(Lane.DATA, (long) edge.items(Lane.DATA), Long::sum);
                out.merge(Lane.TELEMETRY, (long) edge.items(Lane.TELEMETRY), Long::sum);
                edge.flush(now);
            }
        }

        private void offer(Lane lane) {
            switch (edge.offer(lane, lane, 1 + random.nextInt(12), now)) {
                case ACCEPTED, DROPPED -> in.merge(lane, 1L, Long::sum);
                case MERGED, BLOCKED, OVERFLOW -> {}
            }
        }

        private void poll() {
            boolean controlWaits = edge.items(Lane.CONTROL) > 0;
            @Nullable Lane polled = edge.poll(now);
            assertTrue(!controlWaits || polled == Lane.CONTROL, "control never waits behind data or telemetry");
            if (polled != null) {
                out.merge(polled, 1L, Long::sum);
            }
        }

        private void check() {
            assertTrue(edge.items(Lane.DATA) + edge.items(Lane.TELEMETRY) <= BOUNDS.maxItems());
            assertTrue(edge.bytes(Lane.DATA) + edge.bytes(Lane.TELEMETRY) <= BOUNDS.maxBytes());
            assertTrue(edge.items(Lane.CONTROL) <= LANES.controlMaxItems());
            for (Lane lane : Lane.values()) {
                long left = out.getOrDefault(lane, 0L) + edge.dropped(lane) + edge.items(lane);
                assertEquals(in.getOrDefault(lane, 0L), left, lane.name());
            }
            for (EdgeSignal signal : edge.drainSignals()) {
                noticed += signal instanceof EdgeSignal.DropNotice notice ? notice.count() : 0;
            }
            assertEquals(edge.dropped(Lane.DATA) + edge.dropped(Lane.TELEMETRY), noticed, "no loss without a notice");
        }
    }

    private static BufferSpec spec(Strategy strategy) {
        BufferSpec plain = switch (strategy) {
            case BLOCK -> BufferSpec.blocking(BOUNDS, MARKS, 30);
            case DROP -> BufferSpec.dropping(BOUNDS, MARKS);
            case MERGE -> BufferSpec.merging(BOUNDS, MARKS);
            case SAMPLE -> BufferSpec.sampling(BOUNDS, MARKS, 2);
            case LATEST_ONLY -> BufferSpec.latestOnly(BOUNDS, MARKS);
        };
        return plain.with(LANES);
    }
}
