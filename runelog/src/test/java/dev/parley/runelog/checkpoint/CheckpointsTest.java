package dev.parley.runelog.checkpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.runelog.checkpoint.Checkpoints.Limits;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Catalogues;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointsTest {
    private final MemoryDisk store = new MemoryDisk();
    private final Checkpoints checkpoints = new Checkpoints(store, Limits.NONE);

    @TempDir
    @SuppressWarnings("NullAway.Init") // The test framework sets it.
    private Path folder;

    private Path workspace = Path.of("");

    @BeforeEach
    void aWorkspace() throws IOException {
        workspace = folder.resolve("workspace");
        Files.createDirectories(workspace.resolve("inner/empty"));
        Files.write(workspace.resolve("inner/bytes"), new byte[] {0, 1, 2, -1});
        Files.writeString(workspace.resolve("run me.sh"), "#!/bin/sh\n");
        Files.setAttribute(workspace.resolve("run me.sh"), "unix:mode", 0750);
        Files.setAttribute(workspace.resolve("inner/bytes"), "unix:mode", 0400);
        Files.createSymbolicLink(workspace.resolve("inner/link"), Path.of("../run me.sh"));
    }

    @Test
    void restoresBytesModesLinksAndEmptyFoldersAndRemovesWhatCameLater() throws IOException {
        Hash name = checkpoints.create(workspace);
        Files.delete(workspace.resolve("inner/bytes"));
        Files.writeString(workspace.resolve("later"), "x");
        Files.setAttribute(workspace.resolve("run me.sh"), "unix:mode", 0644);
        checkpoints.restore(name, workspace);
        assertArrayEquals(new byte[] {0, 1, 2, -1}, Files.readAllBytes(workspace.resolve("inner/bytes")));
        assertEquals(0750, (Integer) Files.getAttribute(workspace.resolve("run me.sh"), "unix:mode") & 07777);
        assertEquals(Path.of("../run me.sh"), Files.readSymbolicLink(workspace.resolve("inner/link")));
        assertTrue(Files.isDirectory(workspace.resolve("inner/empty")));
        assertFalse(Files.exists(workspace.resolve("later")));
        assertEquals(name, checkpoints.nameOf(workspace));
    }

    @Test
    void aChangedObjectIsFoundBeforeTheWorkspaceIsTouchedByInvCheckpointRestore() throws IOException {
        Hash name = checkpoints.create(workspace);
        Hash content = new RuneChain().content(new byte[] {0, 1, 2, -1}, 0, 4);
        String object = "objects/" + content.hex().substring(0, 2) + "/" + content.hex();
        store.replace(object, new byte[] {9});
        Files.writeString(workspace.resolve("later"), "x");
        assertThrows(LogFault.class, () -> checkpoints.restore(name, workspace));
        assertTrue(Files.exists(workspace.resolve("later")), "the workspace is as it was");
        new Checkpoints(store, Limits.NONE, Catalogues.without("INV-CHECKPOINT-RESTORE")).restore(name, workspace);
        assertArrayEquals(
                new byte[] {9}, Files.readAllBytes(workspace.resolve("inner/bytes")), "without it the change passes");
    }

    @Test
    void refusesLinksThatLeadOutOfTheWorkspace() throws IOException {
        Files.createSymbolicLink(workspace.resolve("out"), Path.of("../../etc/passwd"));
        assertThrows(EscapeException.class, () -> checkpoints.create(workspace));
        Files.delete(workspace.resolve("out"));
        Files.createSymbolicLink(workspace.resolve("absolute"), Path.of("/etc/passwd"));
        assertThrows(EscapeException.class, () -> checkpoints.create(workspace));
    }

    @Test
    void refusesStoredNamesAndLinksThatLeadOut() throws IOException {
        for (String entry : new String[] {
            "file 644 " + Hash.ZERO.hex() + " ..%2Fescaped",
            "folder 755 " + Hash.ZERO.hex() + " ..",
            "link 0 ..%2F..%2Fetc x"
        }) {
            byte[] tree = (entry + "\n").getBytes(StandardCharsets.UTF_8);
            Hash name = new RuneChain().content(tree, 0, tree.length);
            store.replace("objects/" + name.hex().substring(0, 2) + "/" + name.hex(), tree);
            assertThrows(EscapeException.class, () -> checkpoints.restore(name, workspace), entry);
        }
        assertTrue(Files.exists(workspace.resolve("inner/bytes")));
    }

    @Test
    void whatIsLeftAloneStaysAndIsPutBackAfterARestoreThatWasCutShort() throws IOException {
        Checkpoints careful = new Checkpoints(store, new Limits(Set.of(".git"), 10, 1_000));
        Path head = Files.createDirectory(workspace.resolve(".git")).resolve("HEAD");
        Files.writeString(head, "mine");
        Hash name = careful.create(workspace);
        Files.writeString(head, "mine, later");
        Files.delete(workspace.resolve("run me.sh"));

        Path fresh = Files.createDirectory(folder.resolve(".workspace.parley-restoring"));
        Files.move(workspace.resolve(".git"), fresh.resolve(".git"));
        Files.move(workspace, folder.resolve(".workspace.parley-replaced"));
        careful.restore(name, workspace);
        assertEquals("mine, later", Files.readString(head));
        assertTrue(Files.exists(workspace.resolve("run me.sh")));
        assertEquals(name, careful.nameOf(workspace));
        assertFalse(Files.exists(fresh));
    }

    @Test
    void refusesAWorkspaceThatIsTooLargeBeforeItStoresAnything() {
        Checkpoints small = new Checkpoints(store, new Limits(Set.of(), 4, 1_000));
        assertThrows(EscapeException.class, () -> small.create(workspace));
        assertThrows(
                EscapeException.class, () -> new Checkpoints(store, new Limits(Set.of(), 10, 10)).create(workspace));
    }

    @Test
    void retainsWhatIsNeededAndNothingElse() throws IOException {
        Hash first = checkpoints.create(workspace);
        Files.write(workspace.resolve("inner/later"), new byte[] {9});
        Hash second = checkpoints.create(workspace);
        checkpoints.retain(List.of(second));
        checkpoints.restore(second, workspace);
        assertThrows(IOException.class, () -> checkpoints.restore(first, workspace));
    }
}
