package dev.parley.agent.kill;

import dev.parley.agent.record.Recorder;
import dev.parley.agent.record.RunelogRecorder;
import dev.parley.agent.tool.ApprovalDesk;
import dev.parley.agent.tool.CallOrigin;
import dev.parley.agent.tool.PendingApproval;
import dev.parley.agent.tool.SystemTime;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolContext;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolRouter;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.tool.ApprovalOutcome;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One call in a process of its own, which says so and stands still at a given step, there to be killed. The tool counts
 * its own runs in a file.
 */
final class KilledProcess {
    static final String CONVERSATION = "killed";
    static final String IN_THE_TOOL = "in the tool";

    /** Runs only after an approval. */
    static final String ASKED = "count_asked";

    /** Runs at once. */
    static final String UNASKED = "count_unasked";

    record Count(String note) {}

    private KilledProcess() {}

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        String tool = args[1];
        String cutAt = args[2];
        try (Runelog log = open(directory);
                ThreadTimers timers = new ThreadTimers()) {
            Recorder cutting = new Cutting(new RunelogRecorder(log), cutAt);
            ToolRouter router = router(directory, cutting, timers, cutAt);
            System.out.println("ended " + call(router, tool).status());
        }
    }

    static Runelog open(Path directory) throws IOException {
        RunelogSettings settings = RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1));
        return Runelog.open(new RealDisk(directory.resolve("log")), settings);
    }

    static ToolResult call(ToolRouter router, String tool) {
        return router.call(CallOrigin.NONE, "c1", tool, "{\"note\":\"once\"}").join();
    }

    static ToolRouter router(Path directory, Recorder recorder, ThreadTimers timers, String cutAt) {
        Approving desk = new Approving();
        Tool asked = TypedTool.writes(
                ASKED, "Counts its runs.", Count.class, (context, note) -> run(context, note, directory, cutAt));
        Tool unasked = TypedTool.reads(
                UNASKED, "Counts its runs.", Count.class, (context, note) -> run(context, note, directory, cutAt));
        ToolRouter router = new ToolRouter(
                CONVERSATION,
                ToolWiring.of(ToolCatalogue.of(asked, unasked), ToolPolicy.of(ToolMode.AUTO), recorder, timers)
                        .withDesk(desk));
        desk.answerTo(router);
        return router;
    }

    private static String run(ToolContext context, Count note, Path directory, String cutAt) throws IOException {
        append(directory.resolve("runs"), note.note() + "\n");
        if (cutAt.equals(IN_THE_TOOL)) {
            standStill(cutAt);
        }
        context.report(Json.of("counted"));
        return note.note();
    }

    private static void append(Path file, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            channel.write(java.nio.ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
    }

    static long runs(Path directory) throws IOException {
        Path file = directory.resolve("runs");
        return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    }

    /** What a rune records: its kind, and which step of a call a verdict is about. */
    static String step(String kind, Json.Obj payload) {
        return kind.equals("verdict.tool") ? kind + " " + payload.text("action") : kind;
    }

    private static void standStill(String where) {
        System.out.println("cut " + where);
        System.out.flush();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stands still once the rune of this kind is durable. */
    private record Cutting(Recorder inner, String cutAt) implements Recorder {
        @Override
        public Receipt append(List<RuneDraft> batch) {
            Receipt receipt = inner.append(batch);
            if (batch.stream()
                    .anyMatch(draft -> step(draft.kind(), draft.payload()).equals(cutAt))) {
                receipt.durable().join();
                standStill(cutAt);
            }
            return receipt;
        }

        @Override
        public List<Rune> read(String conversation) {
            return inner.read(conversation);
        }
    }

    /** Says yes to everything, and counts how often it was asked. */
    static final class Approving implements ApprovalDesk {
        private final AtomicInteger asked = new AtomicInteger();
        private final java.util.concurrent.CompletableFuture<ToolRouter> router =
                new java.util.concurrent.CompletableFuture<>();

        void answerTo(ToolRouter answered) {
            router.complete(answered);
        }

        @Override
        public void show(PendingApproval question) {
            asked.incrementAndGet();
            router.join()
                    .answer(
                            question.call().callId(),
                            true,
                            Approver.adult("ana"),
                            question.call().argumentsSha256());
        }

        @Override
        public void close(String callId, ApprovalOutcome outcome) {}
    }
}
