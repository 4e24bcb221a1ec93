package dev.parley.provider.scripted;

import dev.parley.kernel.json.Json;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What a call does and when. For a call that listens the time counts from the end of its input.
 *
 * @param cancelMs how long after a cancel the call ends; below zero for one that ignores a cancel
 */
public record Script(List<Line> lines, Outcome outcome, long endMs, long cancelMs) {
    /** An event and how long after the beginning it comes. */
    public record Line(long atMs, Function<ProviderInvocation, ProviderEvent> event) {}

    public Script {
        lines = List.copyOf(lines);
        for (Line line : lines) {
            if (line.atMs() < 0 || line.atMs() > endMs) {
                throw new IllegalArgumentException("every line of a script lies before its end");
            }
        }
    }

    /** A transcript: the words so far half way, all of them at the end. */
    public static Script transcript(String text, long afterMs) {
        String half = text.substring(0, text.length() / 2);
        List<Line> lines = new ArrayList<>();
        if (!half.isBlank()) {
            lines.add(new Line(afterMs / 2, call -> new ProviderEvent.PartialTranscript(call, half, 600)));
        }
        lines.add(new Line(afterMs, call -> new ProviderEvent.FinalTranscript(call, text, 950, 0, 0)));
        return new Script(lines, Outcome.SUCCESS, afterMs, 0);
    }

    /** An answer, word by word from the first moment to the last. */
    public static Script answer(String text, long firstMs, long totalMs) {
        List<String> words = List.of(text.split("(?<= )", -1));
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            long at = firstMs + (totalMs - firstMs) * i / words.size();
            lines.add(new Line(at, call -> new ProviderEvent.TextDelta(call, word)));
        }
        lines.add(new Line(totalMs, call -> new ProviderEvent.Used(call, 0, words.size())));
        return new Script(lines, Outcome.SUCCESS, totalMs, 0);
    }

    /** A request for one tool. */
    public static Script toolCall(String callId, String tool, Json.Obj arguments, long totalMs) {
        Line line = new Line(totalMs, call -> new ProviderEvent.ToolCallRequested(call, callId, tool, arguments));
        return new Script(List.of(line), Outcome.SUCCESS, totalMs, 0);
    }

    /** Speech of this length in frames of 20 ms, all of it made at the first moment. */
    public static Script speech(String words, long audioMs, long firstMs, int sampleRateHz) {
        List<Line> lines = new ArrayList<>();
        for (long at = 0; at < audioMs; at += 20) {
            AudioFrame frame = AudioFrame.silence(sampleRateHz, at, (int) Math.min(20, audioMs - at));
            String said = at == 0 ? words : "";
            lines.add(new Line(firstMs, call -> new ProviderEvent.AudioChunk(call, frame, said)));
        }
        return new Script(lines, Outcome.SUCCESS, firstMs, 0);
    }

    /** Someone speaks from one place of the media line to another. */
    public static Script voice(long fromMs, long toMs) {
        return new Script(
                List.of(
                        new Line(0, call -> new ProviderEvent.VoiceStarted(call, fromMs)),
                        new Line(1, call -> new ProviderEvent.VoiceStopped(call, toMs))),
                Outcome.SUCCESS,
                1,
                0);
    }

    /** Nothing but an end. */
    public static Script failing(Outcome outcome, long afterMs) {
        return new Script(List.of(), outcome, afterMs, 0);
    }

    /** The same, with another end after its lines. */
    public Script ending(Outcome other) {
        return new Script(lines, other, endMs, cancelMs);
    }

    /** The same, but slow to stop. */
    public Script stoppingAfter(long ms) {
        return new Script(lines, outcome, endMs, ms);
    }

    /** The same, but deaf to a cancel. */
    public Script ignoringCancel() {
        return new Script(lines, outcome, endMs, -1);
    }
}
