package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.session.media.Frame;
import dev.parley.transport.socket.ClientSocket;
import dev.parley.transport.socket.NoSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** While the sound of a conversation moves from one socket to another, only one of them brings sound in. */
@Timeout(60)
class MovedSoundTest {
    private static final int MORE_THAN_FIT = 100;

    @TempDir
    Path data;

    @Test
    void whatIsLeftOfTheOldSocketsSoundIsNotHeard() throws Exception {
        Holding holding = new Holding();
        AudioLine line = new AudioLine("ana");
        ClientSocket first = NoSocket.open();
        ClientSocket second = NoSocket.open();
        try (Parley parley =
                LocalServer.inSound(data).model((_, _) -> Reply.says("Fine.")).open()) {
            parley.watch(holding);
            Conversation talk = parley.converse("moved", Visit.of("ana"), line);
            line.seated(talk);
            line.attach(first);
            holding.hold(talk);
            Thread backlog = Thread.ofVirtual().start(() -> line.hear(first, new byte[MORE_THAN_FIT * Frame.BYTES]));
            try {
                while (backlog.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
                line.attach(second);
                assertTrue(backlog.join(Duration.ofSeconds(20)), "what is left is dropped");
                line.hear(first, new byte[Frame.BYTES]);
                assertFalse(second.isClosed(), "a socket that has lost the sound does not take it back");
            } finally {
                holding.goOn();
            }
        }
    }
}
