package dev.parley.bench.speech;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.app.Main;
import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.bench.server.ServerProcess;
import dev.parley.kernel.json.Json;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.SpeechModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Ten people at a server at once, each in a conversation of its own, in real time: whether each of them is answered, whether a player
 * that begins with the first sound of an answer ever waits for the next one, and how much memory the server has then.
 */
public final class VoicesBench implements Bench {
    private static final int PEOPLE = 10;
    private static final double DEFAULT_MIB_MAX = 450;
    private static final double FETCHED_MIB_MAX = 900;
    private static final int FRAME_MS = 20;
    private static final int FRAME_BYTES = 2 * FRAME_MS * Speaker.RATE_HZ / 1000;
    private static final int ANSWER_MS = 4_000;
    private static final int STAGGER_MS = 370;
    private static final int SETTLE_MS = 8_000;
    private static final long NANOS_PER_MS = 1_000_000;
    private static final String KEY = "sk-bench";
    private static final List<String> COMMANDS = List.of(
            "turn on the kitchen lights",
            "what can you do",
            "set the volume to five",
            "what is the weather in rome",
            "turn off the bedroom lights");

    @Override
    public String name() {
        return "speech.voices";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        measure("default voice", "{stt: phrases, tts: freetts, vad: fvad}", DEFAULT_MIB_MAX, quick, results);
        ModelStore store = ModelStore.ofUser(System.getenv());
        if (SpeechModel.ALL.stream().allMatch(model -> store.verified(model).isPresent())) {
            measure("all fetched models", "{}", FETCHED_MIB_MAX, quick, results);
        }
        return results;
    }

    private void measure(String what, String voice, double mibMax, boolean quick, List<Result> results)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("parley-bench");
        Path configuration = Files.writeString(
                folder.resolve("parley.yaml"),
                "keys: [{key: " + KEY + ", role: admin, people: [ana]}]\nvoice: " + voice + "\n");
        List<String> arguments = List.of(
                "serve",
                "--port",
                "0",
                "--json",
                "--data",
                folder.resolve("data").toString(),
                "--config",
                configuration.toString());
        try (ServerProcess server = new ServerProcess(Main.class, arguments);
                HttpClient http = HttpClient.newHttpClient()) {
            int each = quick ? 2 : 2 * COMMANDS.size();
            List<Person> people = new ArrayList<>();
            for (int i = 0; i < PEOPLE; i++) {
                people.add(new Person(http, server, said(i, each)));
            }
            rest(SETTLE_MS);
            double loadedMib = server.residentMib();
            double mib = speak(people, server);
            String who = what + ", " + PEOPLE + " voices at once: ";
            int commands = PEOPLE * each;
            int answers =
                    people.stream().mapToInt(person -> person.answers.get()).sum();
            int underruns =
                    people.stream().mapToInt(person -> person.underruns.get()).sum();
            results.add(new Result(name(), answers, "answers", commands, who + "of so many commands"));
            results.add(new Result(name(), underruns, "underruns", 0, who + "players that waited, at most"));
            results.add(new Result(name(), loadedMib, "MiB resident", mibMax, what + ", loaded, at most"));
            results.add(new Result(name(), mib, "MiB resident", mibMax, who + "the most that was seen"));
            people.forEach(person -> person.socket.abort());
        } finally {
            try (Stream<Path> left = Files.walk(folder)) {
                for (Path each : left.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    /** Everybody speaks every 20 ms. Returns the most memory that the server had. */
    private static double speak(List<Person> people, ServerProcess server) throws IOException {
        double most = 0;
        long start = System.nanoTime();
        boolean more = true;
        for (long tick = 0; more; tick++) {
            more = false;
            for (Person person : people) {
                more |= person.speak();
            }
            if (tick % (1_000 / FRAME_MS) == 0) {
                most = Math.max(most, server.residentMib());
            }
            LockSupport.parkNanos(start + (tick + 1) * FRAME_MS * NANOS_PER_MS - System.nanoTime());
        }
        return most;
    }

    private static void rest(long ms) {
        long until = System.nanoTime() + ms * NANOS_PER_MS;
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static byte[] said(int person, int commands) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(new byte[2 * STAGGER_MS * person * Speaker.RATE_HZ / 1000]);
        for (int i = 0; i < commands; i++) {
            short[] speech = new Speaker.Own().say(COMMANDS.get((i + person) % COMMANDS.size()));
            all.writeBytes(FirstAudioBench.bytes(Speaker.heard(speech, 0, ANSWER_MS, Double.POSITIVE_INFINITY)));
        }
        return all.toByteArray();
    }

    /** Somebody at a socket, with a player that begins with the first sound of every answer. */
    private static final class Person implements WebSocket.Listener {
        private final WebSocket socket;
        private final byte[] sound;
        private final StringBuilder text = new StringBuilder();
        private int sent;
        private final AtomicInteger answers = new AtomicInteger();
        private final AtomicInteger underruns = new AtomicInteger();
        private long playedUntilNanos;

        Person(HttpClient http, ServerProcess server, byte[] said) throws IOException, InterruptedException {
            sound = said.clone();
            HttpResponse<String> begun = http.send(
                    HttpRequest.newBuilder(server.at("/v1/conversations"))
                            .header("Authorization", "Bearer " + KEY)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"audio\":true}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            URI at = server.at("/v1/conversations/" + object(begun.body()).text("conversation") + "/socket");
            socket = http.newWebSocketBuilder()
                    .header("Authorization", "Bearer " + KEY)
                    .buildAsync(URI.create(at.toString().replaceFirst("http", "ws")), this)
                    .join();
        }

        private static Json.Obj object(String body) throws IOException {
            try {
                if (JsonDecoder.decode(body) instanceof Json.Obj object) {
                    return object;
                }
            } catch (JsonDecoder.NotJson e) {
                throw new IOException(body, e);
            }
            throw new IOException(body);
        }

        /** The next 20 ms; false after the last. */
        boolean speak() {
            if (sent + FRAME_BYTES > sound.length) {
                return false;
            }
            socket.sendBinary(ByteBuffer.wrap(sound, sent, FRAME_BYTES), true).join();
            sent += FRAME_BYTES;
            return true;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
            long now = System.nanoTime();
            long lengthNanos = data.remaining() * NANOS_PER_MS / (2 * Speaker.RATE_HZ / 1000);
            if (playedUntilNanos == 0) {
                playedUntilNanos = now;
            }
            if (now > playedUntilNanos) {
                underruns.incrementAndGet();
                playedUntilNanos = now;
            }
            playedUntilNanos += lengthNanos;
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                String message = text.toString();
                text.setLength(0);
                if (message.contains("\"playback.started\"")) {
                    answers.incrementAndGet();
                }
                if (message.contains("\"playback.ended\"")) {
                    playedUntilNanos = 0;
                }
            }
            from.request(1);
            return null;
        }
    }
}
