package dev.parley.provider.scripted;

import dev.parley.kernel.port.Model;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.WordMark;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What a call does and when. Lines come in the order of their times.
 *
 * @param cancelMs how long after a cancel the call ends; below zero for one that ignores a cancel
 * @param waits what its time counts from
 * @param showsLife whether it says how long it will be quiet before each pause
 */
public record Script(List<Line> lines, Outcome outcome, long endMs, long cancelMs, Waits waits, boolean showsLife) {
    /** The end of a call that stays open after its last line, until it is cancelled. */
    public static final long STAYS_OPEN = Long.MAX_VALUE;

    /** An event and how long after the beginning it comes. */
    public record Line(long atMs, Function<ProviderInvocation, ProviderEvent> event) {}

    /** What the time of a script counts from. */
    public enum Waits {
        FROM_ITS_START,
        FROM_THE_END_OF_ITS_INPUT
    }

    public Script {
        lines = lines instanceof Frames ? lines : List.copyOf(lines);
        if (!lines.isEmpty() && lines.getLast().atMs() > endMs) {
            throw new IllegalArgumentException("every line of a script lies before its end");
        }
    }

    public static Script of(List<Line> lines, long endMs) {
        return new Script(lines, Outcome.SUCCESS, endMs, 0, Waits.FROM_ITS_START, false);
    }

    /** A transcript: the words so far half way, all of them at the end. */
    public static Script transcript(String text, long afterMs) {
        String half = text.substring(0, text.length() / 2);
        List<Line> lines = new ArrayList<>();
        if (!half.isBlank()) {
            lines.add(new Line(afterMs / 2, call -> new ProviderEvent.PartialTranscript(call, half, 600)));
        }
        lines.add(new Line(afterMs, call -> new ProviderEvent.FinalTranscript(call, text, 950, 0, 0, List.of())));
        return of(lines, afterMs).afterItsInput();
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
        return of(lines, totalMs);
    }

    /** A request for one tool. */
    public static Script toolCall(Model.WantedCall wanted, long totalMs) {
        return of(List.of(new Line(totalMs, call -> new ProviderEvent.ToolCallRequested(call, wanted))), totalMs);
    }

    /** Speech of this length in frames of 20 ms, all of it made at the first moment. */
    public static Script speech(String words, long audioMs, long firstMs, int sampleRateHz) {
        return of(new Frames(words, audioMs, firstMs, sampleRateHz), firstMs);
    }

    /** Someone speaks from one place of the media line to another. */
    public static Script voice(long fromMs, long toMs) {
        List<Line> lines = List.of(
                new Line(0, call -> new ProviderEvent.VoiceStarted(call, fromMs)),
                new Line(1, call -> new ProviderEvent.VoiceStopped(call, toMs)));
        return of(lines, 1).afterItsInput();
    }

    /** A judgement about the end of a turn. */
    public static Script endScore(int scorePermille, long afterMs) {
        boolean complete = scorePermille >= 500;
        Line line = new Line(afterMs, call -> new ProviderEvent.EndScored(call, "script", scorePermille, complete));
        return of(List.of(line), afterMs).afterItsInput();
    }

    /** Nothing but an end. */
    public static Script failing(Outcome outcome, long afterMs) {
        return of(List.of(), afterMs).ending(outcome);
    }

    /** The same, with another end after its lines. */
    public Script ending(Outcome other) {
        return new Script(lines, other, endMs, cancelMs, waits, showsLife);
    }

    /** The same, but slow to stop. */
    public Script stoppingAfter(long ms) {
        return new Script(lines, outcome, endMs, ms, waits, showsLife);
    }

    /** The same, but deaf to a cancel. */
    public Script ignoringCancel() {
        return stoppingAfter(-1);
    }

    /** The same, saying how long it will be quiet. */
    public Script showingLife() {
        return new Script(lines, outcome, endMs, cancelMs, waits, true);
    }

    /** The same, but open until it is cancelled. */
    public Script stayingOpen() {
        return new Script(lines, outcome, STAYS_OPEN, cancelMs, waits, showsLife);
    }

    private Script afterItsInput() {
        return new Script(lines, outcome, endMs, cancelMs, Waits.FROM_THE_END_OF_ITS_INPUT, showsLife);
    }

    /** The length first, then frame by frame; a frame is made when it is asked for. */
    private static final class Frames extends AbstractList<Line> {
        private static final int FRAME_MS = 20;

        private final String words;
        private final long audioMs;
        private final long firstMs;
        private final int sampleRateHz;

        Frames(String words, long audioMs, long firstMs, int sampleRateHz) {
            this.words = words;
            this.audioMs = audioMs;
            this.firstMs = firstMs;
            this.sampleRateHz = sampleRateHz;
        }

        @Override
        public Line get(int index) {
            return index == 0
                    ? new Line(firstMs, call -> new ProviderEvent.AudioLength(call, audioMs))
                    : new Line(firstMs, call -> chunk(call, (index - 1L) * FRAME_MS));
        }

        private ProviderEvent chunk(ProviderInvocation call, long at) {
            AudioFrame frame = AudioFrame.silence(sampleRateHz, at, (int) Math.min(FRAME_MS, audioMs - at));
            List<WordMark> marks = at == 0 ? List.of(new WordMark(words, 0, audioMs)) : List.of();
            return new ProviderEvent.AudioChunk(call, frame, marks);
        }

        @Override
        public int size() {
            return 1 + Math.toIntExact(Math.ceilDiv(audioMs, FRAME_MS));
        }
    }
}
