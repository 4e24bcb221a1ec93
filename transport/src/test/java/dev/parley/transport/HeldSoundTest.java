package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.session.media.Frame;
import dev.parley.transport.socket.ClientSocket;
import dev.parley.transport.socket.NoSocket;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A conversation that takes no more sound in holds its socket up, but neither for ever nor once the client is given up. */
@Timeout(60)
class HeldSoundTest {
    private static final int MORE_THAN_FIT = 200;
    private static final int TEXT = 1;

    @TempDir
    Path data;

    private final Holding holding = new Holding();

    private Parley parley() throws IOException {
        Parley parley =
                LocalServer.inSound(data).model((_, _) -> Reply.says("Fine.")).open();
        parley.watch(holding);
        return parley;
    }

    /** Somebody who brings more than fits, and is held up by now. */
    private static Thread heldUp(AudioLine line, ClientSocket socket) {
        Thread reader = Thread.ofVirtual().start(() -> line.hear(socket, new byte[MORE_THAN_FIT * Frame.BYTES]));
        while (reader.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return reader;
    }

    private AudioLine held(Parley parley, ClientSocket socket) throws InterruptedException {
        AudioLine line = new AudioLine("ana");
        Conversation talk = parley.converse("held", Visit.of("ana"), line);
        line.seated(talk);
        line.attach(socket);
        holding.hold(talk);
        return line;
    }

    @Test
    void whoeverIsGivenUpWhileHeldUpLeaves() throws Exception {
        ClientSocket socket = NoSocket.open();
        try (Parley parley = parley()) {
            Thread reader = heldUp(held(parley, socket), socket);
            try {
                reader.interrupt();
                assertTrue(reader.join(Duration.ofSeconds(20)), "nobody looks for room again and again");
            } finally {
                holding.goOn();
            }
        }
    }

    @Test
    void whoeverIsHeldUpGoesOnWithTheConversation() throws Exception {
        ClientSocket socket = NoSocket.open();
        try (Parley parley = parley()) {
            Thread reader = heldUp(held(parley, socket), socket);
            holding.goOn();
            assertTrue(reader.join(Duration.ofSeconds(20)), "there is room again");
        }
    }

    @Test
    void whatIsSaidBehindSoundIsReadThoughNoMoreSoundIsTakenIn() throws Exception {
        try (LocalServer local = new LocalServer(parley(), LocalServer.ANAS_KEY)) {
            Conversation talk = local.begin("sk-ana", "{\"audio\":true}");
            try (RawSocket socket = local.socket(talk.id(), 0, LocalServer.ANA)) {
                holding.hold(talk);
                for (int frame = 0; frame < MORE_THAN_FIT; frame++) {
                    socket.frame(0x82, new byte[Frame.BYTES]);
                }
                socket.text("{\"type\":\"stop\",\"id\":\"s\"}");
                assertEquals("s", done(socket).text("id"));
            } finally {
                holding.goOn();
            }
        }
    }

    private static Json.Obj done(RawSocket socket) throws IOException {
        Json.Obj message = LocalServer.object(socket.read(TEXT).text());
        while (!"done".equals(message.text("type"))) {
            message = LocalServer.object(socket.read(TEXT).text());
        }
        return message;
    }
}
