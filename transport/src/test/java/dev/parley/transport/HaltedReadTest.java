package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.RandomSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.DiskFile;
import dev.parley.runelog.disk.MemoryDisk;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A conversation that ends because nothing can be recorded is not called over. */
@Timeout(60)
class HaltedReadTest {
    private static final Set<String> WRITES = Set.of("write", "force");

    private volatile boolean isFull;

    private <T> T filling(Class<T> type, T real) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    if (isFull && WRITES.contains(method.getName())) {
                        throw new IOException("no space is left");
                    }
                    try {
                        Object result = method.invoke(real, arguments);
                        return result instanceof DiskFile file ? filling(DiskFile.class, file) : result;
                    } catch (InvocationTargetException failed) {
                        throw failed.getTargetException();
                    }
                }));
    }

    @Test
    void thePeopleOfAConversationAreNotSaidToBeOverInAHaltedJournal() throws Exception {
        Disk disk = filling(Disk.class, new MemoryDisk());
        Runelog log = Runelog.open(disk, RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1)));
        Parley parley =
                Parley.over(log, disk).model((_, _) -> Reply.says("Yes.")).open();
        ServerSpec spec = LocalServer.spec(LocalServer.ANAS_KEY).with(ServerSpec.OnJournalHalt.STAY);
        try (LocalServer server = new LocalServer(parley, spec, Map.of())) {
            Conversation talk = server.begin("sk-ana", "{}");
            isFull = true;
            String path = "/v1/conversations/" + talk.id();
            var _ = server.send("sk-ana", "POST", path + "/messages", "{\"text\":\"hello\"}");
            while (parley.conversation(talk.id()) != null) {
                Thread.onSpinWait();
            }
            HttpResponse<String> people = server.send("sk-ana", "GET", path + "/people", "");
            assertEquals("not_recorded", LocalServer.object(people.body()).text("code"));
            assertEquals(503, people.statusCode());
        }
    }
}
