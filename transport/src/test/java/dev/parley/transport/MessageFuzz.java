package dev.parley.transport;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import dev.parley.transport.realtime.Agreement;
import dev.parley.transport.realtime.RealtimeSession;
import dev.parley.transport.socket.ClientSocket;
import dev.parley.transport.socket.CloseCode;
import dev.parley.transport.socket.NoSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Whatever a client writes over a socket or in the body of a request is taken or refused with a sentence, and nothing is thrown.
 * It has a fork of its own.
 */
class MessageFuzz {
    /** After so many messages another conversation begins. */
    private static final int MESSAGES = 500;

    private static final List<String> EVENTS = List.of(
            "{\"type\":\"session.update\",\"session\":{\"type\":\"realtime\",\"audio\":{\"input\":{\"format\":{\"type\":\"audio/pcmu\"},"
                    + "\"turn_detection\":{\"type\":\"server_vad\",\"silence_duration_ms\":300,\"prefix_padding_ms\":100}}},"
                    + "\"tools\":[{\"type\":\"function\",\"name\":\"a\",\"parameters\":{}}],\"instructions\":\"b\"}}",
            "{\"type\":\"input_audio_buffer.append\",\"audio\":\"AAAAAAAAAAA=\"}",
            "{\"type\":\"conversation.item.create\",\"item\":{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"a\"}]}}",
            "{\"type\":\"conversation.item.truncate\",\"item_id\":\"a\",\"content_index\":0,\"audio_end_ms\":20}",
            "{\"type\":\"response.create\",\"response\":{\"output_modalities\":[\"text\"],\"instructions\":\"c\"}}",
            "{\"event\":\"start\",\"start\":{\"streamSid\":\"MZ1\",\"callSid\":\"CA1\",\"mediaFormat\":{\"encoding\":\"audio/x-mulaw\"}}}",
            "{\"event\":\"media\",\"media\":{\"track\":\"inbound\",\"timestamp\":\"20\",\"payload\":\"//9/AA==\"}}",
            "{\"type\":\"say\",\"text\":\"a\",\"id\":1}",
            "{\"type\":\"played\",\"ms\":20}",
            "{\"type\":\"answer\",\"call\":\"c1\",\"approve\":true}",
            "{\"expires_after\":{\"anchor\":\"created_at\",\"seconds\":20},\"session\":{}}");

    private final World world;

    /** What is loaded by then is not loaded in the time for fuzzing. */
    MessageFuzz() throws IOException {
        world = new World();
    }

    @FuzzTest(maxDuration = "10s")
    @Tag("short")
    void forTenSeconds(byte[] bytes) {
        check(bytes);
    }

    @FuzzTest(maxDuration = "60s")
    @Tag("long")
    void forAMinute(byte[] bytes) {
        check(bytes);
    }

    /** The bytes as they are, and then as an edit of a valid message. */
    private void check(byte[] bytes) {
        world.take(bytes);
        if (bytes.length > 3) {
            byte[] valid = EVENTS.get(Math.floorMod(bytes[0], EVENTS.size())).getBytes(StandardCharsets.UTF_8);
            world.take(edited(valid, bytes));
        }
    }

    private static byte[] edited(byte[] valid, byte[] bytes) {
        int at = Byte.toUnsignedInt(bytes[1]) * 2 % valid.length;
        int cut = Math.min(Byte.toUnsignedInt(bytes[2]) % 16, valid.length - at);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(valid, 0, at);
        out.write(bytes, 3, bytes.length - 3);
        out.write(valid, at + cut, valid.length - at - cut);
        return out.toByteArray();
    }

    /** Everything that stands behind sockets and requests, without the network. */
    private static final class World {
        private final Parley parley;
        private RealtimeSession realtime;
        private NativeSession own;
        private ClientSocket socket = NoSocket.open();
        private TwilioEar ear = new TwilioEar(_ -> {});
        private int taken;

        World() throws IOException {
            parley = Parley.in(Files.createTempDirectory("parley-fuzz"))
                    .model((_, _) -> Reply.says("Yes."))
                    .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                    .voices(() -> Map.of(
                            Modality.STT,
                            StandIn.script(List.of()),
                            Modality.TTS,
                            StandIn.tone(),
                            Modality.VAD,
                            StandIn.level()))
                    .open();
            realtime = realtime();
            own = own();
            EVENTS.forEach(event -> take(event.getBytes(StandardCharsets.UTF_8)));
        }

        private RealtimeSession realtime() {
            RealtimeSession session = new RealtimeSession(
                    parley,
                    new RealtimeSession.Opening(
                            parley.next("realtime"),
                            "model",
                            Visit.of("ana"),
                            Json.Obj.EMPTY,
                            Ruling.ALLOW,
                            ToolTerms.DEFAULT,
                            30_000));
            session.opened(NoSocket.open());
            return session;
        }

        private NativeSession own() {
            String id = parley.next("own");
            Caller caller = new Caller("ana", ServerSpec.Role.ADMIN, List.of("ana"));
            AudioLines lines = new AudioLines(parley, 0);
            lines.converse(id, ConversationsApi.visit(caller));
            NativeSession session = new NativeSession(
                    Desk.of(parley, new ConversationAccess(parley), _ -> {}, new DiskWait(30_000)),
                    new NativeSession.Visitor(id, caller, Long.MAX_VALUE / 2),
                    lines.of(id),
                    () -> true);
            socket = NoSocket.open();
            session.opened(socket);
            return session;
        }

        void take(byte[] bytes) {
            if (++taken % MESSAGES == 0) {
                realtime.closed();
                own.closed();
                socket.close(CloseCode.NORMAL, "another one");
                realtime = realtime();
                own = own();
                ear = new TwilioEar(_ -> {});
            }
            String text = new String(bytes, StandardCharsets.UTF_8);
            realtime.text(text);
            own.text(text);
            own.binary(socket, bytes);
            try {
                if (TwilioMessage.decode(text) instanceof TwilioMessage.Media media) {
                    ear.hear(media.timestampMs(), media.codes(), 0);
                }
            } catch (Problem refused) {
                // Its socket is closed with a sentence.
            }
            try {
                Json.Obj body = Bodies.object(bytes);
                Agreement.on(body, true);
                ClientSecretsApi.seconds(body);
                String _ = Bodies.message(body);
            } catch (Problem | IllegalArgumentException refused) {
                // The answer says why.
            }
        }
    }
}
