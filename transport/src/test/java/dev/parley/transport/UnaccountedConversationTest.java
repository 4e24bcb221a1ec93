package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.port.Model.Reply;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server does not go on with a conversation to which a program without the signing key has appended. Its clients are told
 * which events an operator has to look at.
 */
@Timeout(120)
class UnaccountedConversationTest {
    @TempDir
    Path data;

    private LocalServer start() throws IOException {
        Parley parley =
                LocalServer.inSound(data).model((_, _) -> Reply.says("Yes.")).open();
        return new LocalServer(parley, LocalServer.ANAS_KEY);
    }

    private static void say(LocalServer local, String id) {
        Objects.requireNonNull(local.parley().conversation(id)).say("hello").join();
    }

    private static HttpResponse<String> post(LocalServer local, String id) throws Exception {
        return local.send("sk-ana", "POST", "/v1/conversations/" + id + "/messages", "{\"text\":\"hello\"}");
    }

    private Map<Path, byte[]> heads() throws IOException {
        Map<Path, byte[]> all = new HashMap<>();
        try (Stream<Path> files = Files.list(data.resolve("heads"))) {
            for (Path file : files.toList()) {
                all.put(file, Files.readAllBytes(file));
            }
        }
        return all;
    }

    /** The lists of heads of what came last are taken away. */
    private void putBack(Map<Path, byte[]> signed) throws IOException {
        for (Path file : heads().keySet()) {
            Files.delete(file);
        }
        for (Map.Entry<Path, byte[]> each : signed.entrySet()) {
            Files.write(each.getKey(), each.getValue());
        }
    }

    @Test
    void itsClientsAreToldUntilAnOperatorAdoptsIt() throws Exception {
        String id;
        try (LocalServer local = start()) {
            id = local.begin("sk-ana", "{}").id();
            say(local, id);
        }
        Map<Path, byte[]> signed = heads();
        try (LocalServer local = start()) {
            say(local, id);
        }
        putBack(signed);
        try (LocalServer local = start()) {
            long head = local.parley().record().head(id).eventId();
            HttpResponse<String> refused = post(local, id);
            assertEquals(409, refused.statusCode(), refused.body());
            assertTrue(refused.body().contains(id + " does not go on: events "), refused.body());
            assertTrue(
                    refused.body().contains(" to " + head + " were written while the log was closed"), refused.body());
            assertTrue(refused.body().contains("log adopt --reason"), refused.body());
            try (RawSocket socket = local.socket(id, 0, LocalServer.ANA)) {
                socket.text("{\"type\":\"say\",\"text\":\"hello\"}");
                String told = "";
                while (!told.contains("does not go on")) {
                    told = socket.read().text();
                }
            }
            assertEquals(head, local.parley().record().head(id).eventId(), "nothing is recorded of it");
            local.parley().record().adopt("operator", "it was me");
        }
        try (LocalServer local = start()) {
            HttpResponse<String> taken = post(local, id);
            assertEquals(202, taken.statusCode(), taken.body());
        }
    }
}
