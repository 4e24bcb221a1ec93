package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.session.media.Frame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a client says while the server does not come to read it waits at the server, so that it is there at once afterwards. */
@Timeout(60)
class UnreadSoundTest {
    private static final int SECOND = 1000 / Frame.MS * Frame.BYTES;

    @TempDir
    Path data;

    private static ServerSpec forOne() {
        ServerSpec.Limits usual = ServerSpec.Limits.DEFAULT;
        return LocalServer.spec(LocalServer.ANAS_KEY)
                .with(new ServerSpec.Limits(
                        1,
                        usual.idleSeconds(),
                        usual.bodyBytes(),
                        usual.headerBytes(),
                        usual.messageBytes(),
                        usual.queueBytes(),
                        usual.messagesPerSecond(),
                        usual.evictSeconds(),
                        usual.diskSeconds()));
    }

    private static void send(Socket client, byte[] sound) {
        try {
            client.getOutputStream().write(sound);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aSecondOfSoundFitsThoughNobodyReads() throws Exception {
        Parley parley = Parley.in(data).model((_, _) -> Reply.says("Yes.")).open();
        try (LocalServer local = new LocalServer(parley, forOne(), Map.of());
                Socket _ = local.connect();
                Socket unread = new Socket()) {
            // What its own system keeps does not count.
            unread.setSendBufferSize(1);
            unread.connect(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), local.at("").getPort()));
            Thread client = Thread.ofPlatform().daemon().start(() -> send(unread, new byte[SECOND]));
            assertTrue(client.join(Duration.ofSeconds(20)), "there is room for it");
        }
    }
}
