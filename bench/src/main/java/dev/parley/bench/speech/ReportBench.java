package dev.parley.bench.speech;

import dev.parley.app.config.Configuration;
import dev.parley.app.talk.HousePhrases;
import dev.parley.app.talk.OwnCommands;
import dev.parley.app.voice.Listening;
import dev.parley.app.voice.Listening.Segment;
import dev.parley.app.voice.VoiceCast;
import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.speech.models.ModelStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws what the voice hears: for each speaker a file of commands and other sentences, with its wave, segments and verdicts. */
public final class ReportBench implements Bench {
    private static final int EVERY = 12;
    private static final int PAUSE_MS = 900;
    private static final int ROWS_MAX = 20;

    @Override
    public String name() {
        return "speech.report";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException, InterruptedException {
        VoiceCast cast = new VoiceCast(
                Configuration.DEFAULT.voice(),
                HousePhrases.hearing(Configuration.DEFAULT, OwnCommands.NONE),
                ModelStore.ofUser(System.getenv()));
        SpeechPage page = new SpeechPage();
        List<Result> results = new ArrayList<>();
        for (Speaker speaker : quick ? List.of(new Speaker.Own()) : Speaker.oneOfEach()) {
            List<String> said = new ArrayList<>();
            short[] sound = sound(speaker, said);
            Path file = Files.createTempFile("parley-bench", ".wav");
            try {
                Files.write(file, FirstAudioBench.wav(FirstAudioBench.bytes(sound)));
                Listening heard = Listening.to(
                        file, cast, Configuration.DEFAULT.settings().hearing());
                page.add(speaker.name(), sound, said, heard.segments());
                System.err.print(table(speaker.name(), heard.segments()));
                results.add(new Result(
                        name(), heard.segments().size(), "segments", said.size(), speaker.name() + ": sentences said"));
            } finally {
                Files.delete(file);
            }
        }
        Path report = Path.of(System.getProperty("java.io.tmpdir"), "parley-bench-speech.html");
        Files.writeString(report, page.text());
        System.err.println("parley: the report is " + report);
        return results;
    }

    /** The segments of a speaker with their words, as lines; no more than anybody reads. */
    static String table(String speaker, List<Segment> segments) {
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT, "%s%n%8s %8s %12s %6s  %s%n", speaker, "from", "to", "end of turn", "sure", "words"));
        for (Segment each : segments.subList(0, Math.min(ROWS_MAX, segments.size()))) {
            table.append(String.format(
                    Locale.ROOT,
                    "%7.2fs %7.2fs %11.2fs %5d%%  %s%s%n",
                    each.fromMs() / 1000.0,
                    each.toMs() / 1000.0,
                    each.endOfTurnMs() / 1000.0,
                    each.understood().confidencePermille() / 10,
                    each.understood().sure() ? "" : "asked back; nearest: ",
                    words(each)));
        }
        int left = segments.size() - ROWS_MAX;
        return left > 0 ? table + String.format("and %d more in the report%n", left) : table.toString();
    }

    private static String words(Segment segment) {
        return String.join(
                " ",
                segment.understood().words().stream()
                        .map(word -> word.text() + "@" + word.fromMs())
                        .toList());
    }

    private static short[] sound(Speaker speaker, List<String> said) throws IOException, InterruptedException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String list : List.of("held-inside", "held-outside")) {
            List<String> sentences = Speaker.sentences(list);
            for (int i = 0; i < sentences.size(); i += EVERY) {
                said.add(sentences.get(i));
                all.writeBytes(FirstAudioBench.bytes(
                        Speaker.heard(speaker.say(sentences.get(i)), 200, PAUSE_MS, Double.POSITIVE_INFINITY)));
            }
        }
        return Speaker.samples(all.toByteArray());
    }
}
