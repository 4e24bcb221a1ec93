package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Owners are served in turn where words are read. */
class ReadersTest {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Readers readers = Readers.on(tasks::add);
    private final List<String> done = new ArrayList<>();

    private void reads(String owner, int times) {
        for (int i = 0; i < times; i++) {
            String name = owner + i;
            readers.of(owner).execute(() -> done.add(name));
        }
    }

    private void work(int times) {
        for (int i = 0; i < times; i++) {
            tasks.remove().run();
        }
    }

    @Test
    void servesOwnersInTurnAndEachInItsOrder() {
        reads("a", 4);
        work(1);
        reads("b", 2);
        reads("c", 1);
        work(6);
        assertEquals(List.of("a0", "a1", "b0", "c0", "a2", "b1", "a3"), done);
        assertTrue(tasks.isEmpty());
    }

    @Test
    void anOwnerWhoComesBackWaitsForOneTextOfEveryOther() {
        reads("a", 200);
        work(100);
        reads("b", 1);
        work(2);
        reads("b", 1);
        work(2);
        assertEquals(2, done.stream().filter(each -> each.startsWith("b")).count());
    }
}
