package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.History;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a person with a stopwatch would have written down: how long each reply sounded, added up from the moments at
 * which it began and fell silent, and the words that fit into that time (ruling E7). It shares no code with the history.
 */
final class HeardHistory {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Map<Long, Sound> sounds = new LinkedHashMap<>();
    private final List<Line> lines = new ArrayList<>();
    private final Map<Long, List<Sentence>> sentences = new LinkedHashMap<>();

    /** A sentence of a reply that was spoken while it was written. */
    private record Sentence(String text, long reply) {}

    /** One line of the notes: of a person or tool as it stands, of the agent as far as it sounded. */
    private record Line(String role, String text, long reply) {}

    /** What a model is told at this moment is what people said, what was heard to its end or cut, and what tools answered. */
    static void equalsPrompt(List<Rune> runes, List<Model.Message> told) {
        HeardHistory notes = new HeardHistory();
        runes.forEach(notes::add);
        List<String> expected = new ArrayList<>();
        for (Line line : notes.lines) {
            String heard = notes.heard(line, true);
            if (!line.role().equals("assistant")) {
                expected.add(line.role() + " " + line.text());
            } else if (!heard.isEmpty()) {
                expected.add("assistant " + heard);
            }
        }
        List<String> found = new ArrayList<>();
        for (Model.Message message : told) {
            switch (message) {
                case Model.Message.UserSaid(String _, String text) -> found.add("user " + text);
                case Model.Message.AssistantSaid(String text) -> found.add("assistant " + text);
                case Model.Message.AssistantCalled _ -> {}
                case Model.Message.ToolAnswered(String _, String _, String status, var _) ->
                    found.addAll(
                            status.equals("running")
                                    ? List.of()
                                    : List.of("tool "
                                            + (status.equals("success")
                                                    ? "{\"ok\":true}"
                                                    : "{\"status\":\"" + status + "\"}")));
            }
        }
        assertEquals(expected, found, "what the model was told is not what was heard");
    }

    private static final class Sound {
        private static final long SILENT = -1;
        private long sinceMs = SILENT;
        private long soundedMs;
        private long audioMs;
        private boolean over;

        void began(long atMs, long wholeMs) {
            assertEquals(SILENT, sinceMs, "a reply began while it sounded");
            sinceMs = atMs;
            audioMs = wholeMs;
        }

        void fellSilent(long atMs) {
            if (sinceMs != SILENT) {
                soundedMs += atMs - sinceMs;
                sinceMs = SILENT;
            }
        }
    }

    static void equalsHistory(List<Rune> runes) {
        HeardHistory notes = new HeardHistory();
        History history = new History();
        for (Rune rune : runes) {
            notes.add(rune);
            history.add(rune);
        }
        List<String> remembered = history.entries().stream()
                .map(entry -> entry.role() + " " + entry.heardMs() + " " + entry.text())
                .toList();
        assertEquals(notes.written(), remembered, "the history is not what was heard");
    }

    private void add(Rune rune) {
        long atMs = rune.envelope().monotonicNanos() / NANOS_PER_MILLI;
        switch (rune.kind()) {
            case "user.words" -> lines.add(new Line("user", text(rune), 0));
            case "tool.result" -> lines.add(new Line("tool", toolText(rune), 0));
            case "agent.writing" -> {
                sentences.put(number(rune, "reply"), new ArrayList<>());
                lines.add(new Line("assistant", "", number(rune, "reply")));
            }
            case "agent.sentence" ->
                sentences
                        .getOrDefault(number(rune, "of"), new ArrayList<>())
                        .add(new Sentence(text(rune), number(rune, "reply")));
            case "agent.reply" -> {
                if (!sentences.containsKey(number(rune, "reply"))) {
                    lines.add(new Line("assistant", text(rune), number(rune, "reply")));
                }
            }
            case "playback.started", "playback.resumed" -> sound(rune).began(atMs, number(rune, "audio_ms"));
            case "playback.paused", "playback.suspended", "playback.stalled" ->
                sound(rune).fellSilent(atMs);
            case "playback.progress" ->
                assertTrue(sound(rune).sinceMs != Sound.SILENT, () -> "a frame left in the silence: " + rune);
            case "playback.ended" -> {
                sound(rune).fellSilent(atMs);
                sound(rune).over = true;
                assertEquals(sound(rune).soundedMs, number(rune, "played_ms"), "what sounded is not what was played");
            }
            default -> {
                // Nobody hears the others.
            }
        }
    }

    private Sound sound(Rune rune) {
        return sounds.computeIfAbsent(number(rune, "reply"), _ -> new Sound());
    }

    private List<String> written() {
        List<String> written = new ArrayList<>();
        for (Line line : lines) {
            String heard = heard(line, false);
            if (!line.role().equals("assistant")) {
                written.add(line.role() + " 0 " + line.text());
            } else if (!heard.isEmpty()) {
                written.add("assistant " + soundedMs(line) + " " + heard);
            }
        }
        return written;
    }

    /** What was heard of a reply, or of its sentences one after the other. */
    private String heard(Line line, boolean over) {
        List<String> all = new ArrayList<>();
        for (Sentence part : parts(line)) {
            Sound sound = sounds.get(part.reply());
            String heard = sound == null || (over && !sound.over) ? "" : heard(part.text(), sound);
            if (!heard.isEmpty()) {
                all.add(heard);
            }
        }
        return String.join(" ", all);
    }

    private long soundedMs(Line line) {
        long total = 0;
        for (Sentence part : parts(line)) {
            Sound sound = sounds.get(part.reply());
            total += sound == null ? 0 : sound.soundedMs;
        }
        return total;
    }

    private List<Sentence> parts(Line line) {
        return sentences.getOrDefault(line.reply(), List.of(new Sentence(line.text(), line.reply())));
    }

    private static String heard(String text, Sound sound) {
        if (sound.soundedMs == sound.audioMs) {
            return text;
        }
        String[] words = text.split(" ");
        int many = (int) (words.length * sound.soundedMs / sound.audioMs);
        return String.join(" ", Arrays.asList(words).subList(0, many));
    }

    private static String toolText(Rune rune) {
        String status = String.valueOf(rune.payload().text("status"));
        Json content = rune.payload().get("content");
        return status.equals("success") && content != null ? content.canonical() : "{\"status\":\"" + status + "\"}";
    }

    private static String text(Rune rune) {
        return String.valueOf(rune.payload().text("pii_text"));
    }

    private static long number(Rune rune, String key) {
        BigDecimal found = rune.payload().number(key);
        return found == null ? 0 : found.longValue();
    }
}
