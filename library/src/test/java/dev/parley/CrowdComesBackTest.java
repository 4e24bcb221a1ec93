package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.session.HostBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client begins conversations, lets them leave memory and begins more. When it comes back to all of them at once, no more are
 * in memory than it may have, and other clients find room.
 */
@Timeout(60)
class CrowdComesBackTest {
    private static final int CROWD = 40;
    private static final int OF_OWNER = 5;
    private static final int IN_ALL = 10;

    private static final Duration SOON = Duration.ofMillis(200);

    @TempDir
    Path data;

    private Parley parley(Duration evictedAfter) throws IOException {
        return Parley.in(data)
                .model((_, _) -> Reply.says("Fine."))
                .evictingAfter(evictedAfter)
                .within(new HostBounds(IN_ALL, OF_OWNER))
                .open();
    }

    private static Visit of(String key) {
        return new Visit("", Set.of(), Json.Obj.EMPTY.with("owner", key));
    }

    private static void awaitEvicted(Parley parley, int many) {
        while (parley.evicted() < many) {
            Thread.onSpinWait();
        }
    }

    @Test
    void bringsBackNoMoreConversationsOfAClientThanItMayHave() throws Exception {
        try (Parley parley = parley(SOON)) {
            List<Conversation> crowd = begun(parley);
            int most = 0;
            List<Runnable> connections = new ArrayList<>();
            List<CompletableFuture<Void>> posted = new ArrayList<>();
            for (Conversation each : crowd) {
                connections.add(each.connect());
                posted.add(each.post("", "Good morning."));
                most = Math.max(most, parley.inMemory());
            }
            assertTrue(most <= OF_OWNER, most + " of a client are in memory");
            int refused = 0;
            for (CompletableFuture<Void> each : posted) {
                refused += isRefused(each) ? 1 : 0;
            }
            assertEquals(CROWD - OF_OWNER, refused);
            parley.converse("honest", of("other")).post("", "Hello.").join();
            connections.forEach(Runnable::run);
            awaitEvicted(parley, CROWD);
            crowd.getLast().post("", "Good evening.").join();
        }
    }

    /** Those that nobody is connected to make room for those to which somebody comes. */
    @Test
    void letsIdleConversationsOfAClientMakeRoomForOthersOfIt() throws Exception {
        try (Parley parley = parley(SOON)) {
            begun(parley);
        }
        try (Parley parley = parley(Duration.ofDays(1))) {
            for (int i = 0; i < CROWD; i++) {
                parley.resumeLater("c" + i, of("crowd"));
            }
            for (int i = 0; i < CROWD; i++) {
                Conversation each = parley.conversation("c" + i);
                while (each == null || isRefused(each.post("", "Good morning."))) {
                    Thread.onSpinWait();
                }
                assertTrue(parley.inMemory() <= OF_OWNER);
            }
        }
    }

    private static boolean isRefused(CompletableFuture<Void> posted) throws InterruptedException {
        try {
            posted.get();
            return false;
        } catch (ExecutionException e) {
            assertTrue(e.getCause() instanceof NotTakenIn, String.valueOf(e.getCause()));
            return true;
        }
    }

    private static List<Conversation> begun(Parley parley) {
        List<Conversation> crowd = new ArrayList<>();
        for (int i = 0; i < CROWD; i += OF_OWNER) {
            for (int j = 0; j < OF_OWNER; j++) {
                crowd.add(parley.converse("c" + (i + j), of("crowd")));
            }
            awaitEvicted(parley, crowd.size());
        }
        return crowd;
    }
}
