package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.config.NotesServer;
import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Fifty clients in the middle of something: twenty write notes one after the other, ten wait for a tool that never answers, ten
 * were asked for a yes, and ten hear a long answer. Every note is a line in a file that is not the server's.
 */
final class Crowd {
    static final int SIZE = 50;
    private static final int WRITERS = 20;
    private static final int OTHERS = 10;
    private static final int NOTES_MAX = 60;
    private static final String LONG =
            "one two three four five six seven eight nine ten ".repeat(8).strip() + ".";

    private final Path notes;
    private final List<CrowdClient> writers = new ArrayList<>();
    private final List<CrowdClient> stuck = new ArrayList<>();
    private final List<CrowdClient> asked = new ArrayList<>();
    private final List<CrowdClient> hearing = new ArrayList<>();
    private final List<Thread> writing = new ArrayList<>();
    private final AtomicInteger written = new AtomicInteger();

    private Crowd(Path folder) {
        this.notes = folder.resolve("notes.txt");
    }

    /** The server for such a crowd; its record stays in the folder. */
    static ServedParley serve(Path folder) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                NotesServer.class.getName(),
                folder.resolve("notes.txt").toString());
        Files.writeString(folder.resolve("rules.yaml"), rules());
        return new ServedParley(folder, """
                keys: [{key: sk-ana, role: client, people: [ana]}]
                agent: {kind: script, file: rules.yaml}
                settings: {llm_first_ms: 0, llm_total_ms: 0, taint: "off", approval_timeout_ms: 600000, stuck_turn_ms: 600000}
                voice: {stt: script, words: ["tell me everything", "tell me again"], tts: tone, vad: level}
                requests_per_second: 100000
                mcp: [{name: notes, tools: {add: allow}, command: ["%s"]}]
                """.formatted(String.join("\", \"", command)), Map.of());
    }

    private static String rules() {
        StringBuilder rules = new StringBuilder("- {when: tell me, says: \"" + LONG + "\"}\n");
        for (int client = 0; client < WRITERS + 2 * OTHERS; client++) {
            for (int note = 0; note < (client < WRITERS ? NOTES_MAX : 1); note++) {
                String text = note(client, note);
                rules.append("- {when: \"")
                        .append(text)
                        .append("\", calls: [{id: ")
                        .append(call(text));
                rules.append(", tool: notes__").append(client < WRITERS + OTHERS ? "add" : "keep");
                rules.append(", args: {note: \"")
                        .append(text)
                        .append("\"}}]}\n- {when_result: ")
                        .append(call(text));
                rules.append(", says: \"Kept.\"}\n");
            }
        }
        return rules.toString();
    }

    private static String note(int client, int note) {
        return (client < WRITERS ? "note" : client < WRITERS + OTHERS ? "slow" : "keep")
                + " k%02d n%03d".formatted(client, note);
    }

    private static String call(String note) {
        return note.replace(' ', '_');
    }

    /** All of them begin. It returns when every one is in the middle of something, and so many notes more are kept. */
    static Crowd gathers(Path folder, ServedParley server, int more) throws IOException, InterruptedException {
        Crowd crowd = new Crowd(folder);
        for (int i = 0; i < SIZE; i++) {
            crowd.place(i).add(new CrowdClient("client " + i, server, i >= WRITERS + 2 * OTHERS));
        }
        for (int i = WRITERS; i < WRITERS + 2 * OTHERS; i++) {
            assertTrue(crowd.all().get(i).says(note(i, 0)));
        }
        crowd.hearing.forEach(CrowdClient::speaks);
        for (int i = 0; i < WRITERS; i++) {
            int at = i;
            crowd.writing.add(Thread.ofVirtual().start(() -> crowd.write(crowd.writers.get(at), at)));
        }
        crowd.awaitBusy(more);
        return crowd;
    }

    private List<CrowdClient> place(int number) {
        return number < WRITERS
                ? writers
                : number < WRITERS + OTHERS ? stuck : number < WRITERS + 2 * OTHERS ? asked : hearing;
    }

    private void write(CrowdClient client, int number) {
        try {
            for (int note = 0; note < NOTES_MAX - 1 && client.says(note(number, note)); note++) {
                client.await("turn.closed", note + 1, _ -> true);
                written.incrementAndGet();
            }
        } catch (CompletionException e) {
            // Its line is lost.
        }
    }

    private void awaitBusy(int more) throws IOException {
        hearing.forEach(client -> client.awaitSound(1));
        asked.forEach(client -> question(client, 1));
        while (lines().stream().filter(line -> line.startsWith("slow")).count() < OTHERS) {
            Thread.onSpinWait();
        }
        int before = written.get();
        while (written.get() < before + more) {
            Thread.onSpinWait();
        }
    }

    private static String question(CrowdClient client, int nth) {
        return String.valueOf(client.await("agent.reply", nth, reply -> reply.text("about") != null)
                .text("about"));
    }

    private List<String> lines() throws IOException {
        return Files.exists(notes) ? Files.readAllLines(notes) : List.of();
    }

    List<CrowdClient> all() {
        List<CrowdClient> all = new ArrayList<>(writers);
        all.addAll(stuck);
        all.addAll(asked);
        all.addAll(hearing);
        return all;
    }

    /** All of them come back to another server, go on where they were, and get their answers. */
    void comesBack(ServedParley server) throws IOException, InterruptedException {
        for (Thread each : writing) {
            each.join();
        }
        all().forEach(client -> client.comeBack(server));
        for (int i = 0; i < WRITERS; i++) {
            CrowdClient client = writers.get(i);
            String last = note(i, NOTES_MAX - 1);
            assertTrue(client.says(last));
            client.await("tool.result", 1, result -> call(last).equals(result.text("call_id")));
        }
        for (CrowdClient client : asked) {
            String again = question(client, 2);
            assertEquals(200, client.approves(again));
            client.await("tool.result", 1, result -> "success".equals(result.text("status")));
        }
        for (CrowdClient client : hearing) {
            client.speaks();
            client.awaitSound(1);
        }
    }

    /** Nothing ran twice, and whatever a person was told to be done was done. */
    void checkNotes(Map<String, List<Json.Obj>> records) throws IOException {
        List<String> kept = lines();
        assertEquals(new HashSet<>(kept).size(), kept.size(), "a note was kept twice");
        Set<String> dispatched = new HashSet<>();
        records.values().forEach(record -> {
            Map<String, Integer> runs = new HashMap<>();
            record.forEach(rune -> {
                Json.Obj payload = (Json.Obj) Objects.requireNonNull(rune.get("payload"));
                String call = String.valueOf(payload.text("call_id"));
                if ("tool.dispatched".equals(rune.text("kind"))) {
                    dispatched.add(call.replaceFirst("#.*", ""));
                    assertEquals(1, runs.merge(call, 1, Integer::sum), call + " was dispatched twice");
                }
                if ("tool.result".equals(rune.text("kind")) && "success".equals(payload.text("status"))) {
                    assertTrue(kept.contains(call.replaceFirst("#.*", "").replace('_', ' ')), call + " is not there");
                }
            });
        });
        kept.forEach(note -> assertTrue(dispatched.contains(call(note)), note + " was kept without a word about it"));
    }
}
