package dev.parley.pipeline.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.port.RandomSource;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Item 20: where streams meet and part the order is a rule, and the same input gives the same run. */
class MeetingTest {
    private static String meeting(String rule) {
        return """
            nodes:
              - {id: kb1, type: keyboard}
              - {id: kb2, type: keyboard}
              - {id: redact, type: redact, fan_in: %s}
              - {id: out, type: screen}
            edges:
              - {id: a, from: kb1, to: redact}
              - {id: b, from: kb2, to: redact}
              - {id: c, from: redact, to: out}
            """.formatted(rule);
    }

    private static List<String> heard(String rule) {
        Bed bed = new Bed(meeting(rule));
        PipelineRun run = bed.start();
        run.offer("kb2", bed.event("text.final", "b1 at 5", 5, Bed.EPOCH), 0);
        run.offer("kb1", bed.event("text.final", "a2 at 9", 9, Bed.EPOCH), 0);
        run.offer("kb1", bed.event("text.final", "a3 at 9", 9, Bed.EPOCH), 0);
        run.offer("kb2", bed.event("text.final", "b4 at 6", 6, Bed.EPOCH), 0);
        run.run(0);
        return bed.node("out").heard;
    }

    @Test
    void bySequenceTheEarlierNumberGoesFirst() {
        assertEquals(List.of("b1 at 5", "a2 at 9", "a3 at 9", "b4 at 6"), heard("{merge: sequence}"));
    }

    @Test
    void byMediaTimeTheEarlierPlaceGoesFirst() {
        assertEquals(List.of("b1 at 5", "b4 at 6", "a2 at 9", "a3 at 9"), heard("{merge: media_time}"));
    }

    @Test
    void byPriorityTheNamedEdgeGoesFirst() {
        assertEquals(List.of("a2 at 9", "a3 at 9", "b1 at 5", "b4 at 6"), heard("{merge: priority, priority: [a, b]}"));
        assertEquals(List.of("b1 at 5", "b4 at 6", "a2 at 9", "a3 at 9"), heard("{merge: priority, priority: [b, a]}"));
    }

    private static String parting(String rule) {
        return """
            nodes:
              - {id: kb, type: keyboard, fan_out: %s}
              - {id: out1, type: screen}
              - {id: out2, type: screen}
            edges:
              - {id: a, from: kb, to: out1, carries: text.final, buffer: {max_items: 2, high: 2, low: 0}}
              - {id: b, from: kb, to: out2, carries: text.final}
            commit_on: out1
            """.formatted(rule);
    }

    @Test
    void aCopyGoesToEach() {
        Bed bed = new Bed(parting("copy"));
        PipelineRun run = bed.start();
        run.offer("kb", bed.text("x"), 0);
        run.run(0);
        assertEquals(List.of("x"), bed.node("out1").heard);
        assertEquals(List.of("x"), bed.node("out2").heard);
    }

    @Test
    void theFirstReadyOneGetsItAndTheNextWhenThatIsPressed() {
        Bed bed = new Bed(parting("first_ready"));
        PipelineRun run = bed.start();
        for (String text : List.of("x", "y", "z")) {
            run.offer("kb", bed.text(text), 0);
        }
        run.run(0);
        assertEquals(List.of("x", "y"), bed.node("out1").heard);
        assertEquals(List.of("z"), bed.node("out2").heard);
    }

    /** The number of the repetition is the seed. */
    @RepeatedTest(50)
    void theSameInputGivesTheSameRun(RepetitionInfo tries) {
        assertEquals(trace(tries.getCurrentRepetition()), trace(tries.getCurrentRepetition()));
    }

    private static List<String> trace(long seed) {
        RandomSource random = RandomSource.seeded(seed);
        Bed bed = new Bed(meeting("{merge: media_time}"));
        PipelineRun run = bed.start();
        for (int i = 0; i < 100; i++) {
            String source = random.nextInt(2) == 0 ? "kb1" : "kb2";
            run.offer(source, bed.event("text.final", "t" + i, random.nextInt(50), Bed.EPOCH), i * 1_000_000L);
            if (random.nextInt(4) == 0) {
                run.run(i * 1_000_000L, random.nextInt(5));
            }
        }
        run.run(200_000_000L);
        List<String> trace = bed.node("out").heard;
        run.drainNotes().forEach(note -> trace.add(note.toString()));
        return trace;
    }
}
