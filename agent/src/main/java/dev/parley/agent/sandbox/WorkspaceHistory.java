package dev.parley.agent.sandbox;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.checkpoint.Checkpoints;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.RealDisk;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a workspace held before tools changed it, so that a person can bring it back byte for byte. The states are kept
 * outside the workspace, by content, a bounded number of them, and each of a bounded size. What tools cannot reach, such as
 * {@code .git}, is neither kept nor brought back.
 */
public final class WorkspaceHistory {
    private static final String LIST = "list.jsonl";
    private static final long FILES_MAX = 5_000;
    private static final long BYTES_MAX = 128L << 20;

    private final Path workspace;
    private final Disk store;
    private final int most;
    private final TimeSource time;
    private final Checkpoints checkpoints;

    /**
     * A state of the workspace.
     *
     * @param what what happened next
     */
    public record Kept(Hash digest, long atMillis, String what, long files, long bytes) {
        private Json.Obj toJson() {
            return Json.Obj.EMPTY
                    .with("digest", digest.hex())
                    .with("at_ms", atMillis)
                    .with("what", what)
                    .with("files", files)
                    .with("bytes", bytes);
        }

        private static Kept of(String line) throws IOException {
            try {
                Json.Obj fields = JsonDecoder.decode(line) instanceof Json.Obj found ? found : Json.Obj.EMPTY;
                return new Kept(
                        Hash.ofHex(text(fields, "digest")),
                        whole(fields, "at_ms"),
                        text(fields, "what"),
                        whole(fields, "files"),
                        whole(fields, "bytes"));
            } catch (JsonDecoder.NotJson | IllegalArgumentException e) {
                throw new IOException("the list of kept states is damaged", e);
            }
        }

        private static String text(Json.Obj fields, String key) {
            String text = fields.text(key);
            if (text == null) {
                throw new IllegalArgumentException("a kept state has no " + key);
            }
            return text;
        }

        private static long whole(Json.Obj fields, String key) {
            BigDecimal number = fields.number(key);
            return number == null ? 0 : number.longValue();
        }
    }

    private WorkspaceHistory(Path workspace, Disk store, int most, TimeSource time) {
        this.workspace = workspace;
        this.store = store;
        this.most = most;
        this.time = time;
        this.checkpoints =
                new Checkpoints(store, new Checkpoints.Limits(WorkspacePath.PROTECTED, FILES_MAX, BYTES_MAX));
    }

    /**
     * @param folder where the states are kept; it must lie outside the workspace
     * @param most how many states are kept
     */
    public static WorkspaceHistory open(Path workspace, Path folder, int most, TimeSource time) throws IOException {
        Path root = Files.exists(workspace)
                ? workspace.toRealPath()
                : workspace.toAbsolutePath().normalize();
        Path kept = Files.createDirectories(folder).toRealPath();
        if (kept.startsWith(root)) {
            throw new IOException("its earlier states would be kept inside it, in " + folder
                    + "; choose another folder of the record, or 'keep: 0'");
        }
        return new WorkspaceHistory(root, new RealDisk(kept), most, time);
    }

    /** The states that can come back, newest last. */
    public synchronized List<Kept> kept() throws IOException {
        List<Kept> kept = new ArrayList<>();
        if (store.exists(LIST)) {
            String text = new String(store.readAll(LIST), StandardCharsets.UTF_8);
            for (String line : text.lines().toList()) {
                kept.add(Kept.of(line));
            }
        }
        return kept;
    }

    /** Keeps the workspace as it is now. */
    public synchronized Kept keep(String what) throws IOException {
        return keep(what, List.of());
    }

    private Kept keep(String what, List<Hash> also) throws IOException {
        Checkpoints.Size size = checkpoints.size(workspace);
        Kept fresh = new Kept(checkpoints.create(workspace), time.wallMillis(), what, size.files(), size.bytes());
        List<Kept> all = new ArrayList<>(kept());
        all.add(fresh);
        List<Kept> newest = all.subList(Math.max(0, all.size() - most), all.size());
        StringBuilder list = new StringBuilder();
        newest.forEach(kept -> list.append(kept.toJson().text()).append('\n'));
        store.replace(LIST, list.toString().getBytes(StandardCharsets.UTF_8));
        checkpoints.retain(
                Stream.concat(newest.stream().map(Kept::digest), also.stream()).toList());
        return fresh;
    }

    /**
     * Brings a state back, after the present one was kept.
     *
     * @return the state before
     */
    public synchronized Kept restore(Kept wanted) throws IOException {
        checkpoints.recover(workspace);
        Kept before = keep("before a restore", List.of(wanted.digest()));
        checkpoints.restore(wanted.digest(), workspace);
        return before;
    }
}
