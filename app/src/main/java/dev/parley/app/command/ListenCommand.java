package dev.parley.app.command;

import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfigurationReader;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.app.record.PrintedJson;
import dev.parley.app.talk.HousePhrases;
import dev.parley.app.talk.OwnCommands;
import dev.parley.app.voice.Listening;
import dev.parley.app.voice.Listening.Segment;
import dev.parley.app.voice.VoiceCast;
import dev.parley.kernel.json.Json;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderEvent;
import dev.parley.session.speak.Sayable;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.stt.Understood.HeardWord;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley listen}: what the voice hears in a file, so that people can tune their settings. */
@Command(
        name = "listen",
        description = {
            "Tell what the voice hears in a WAV file: where somebody speaks, which words it understands, how sure it is"
                    + " and when their turn would be over.",
            "Nothing is answered, done or recorded."
        },
        mixinStandardHelpOptions = true)
public final class ListenCommand implements Callable<Integer> {
    private static final String METHOD = "silence";
    private static final int PERMILLE = 1_000;

    private final Streams streams;
    private OwnCommands own = OwnCommands.NONE;
    private String ear = "";

    @Parameters(paramLabel = "FILE.wav", description = "A WAV file of 16-bit samples.")
    private Path file = Path.of("");

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Whose phrases are understood, and how long silence must last, as YAML.")
    private @Nullable Path config;

    public ListenCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        Configuration read =
                HousePhrases.forVoices(config == null ? Configuration.DEFAULT : ConfigurationReader.read(config));
        try (ConfiguredTools shelf = ConfiguredTools.open(read.shelf().uncalled(), Path.of(""))) {
            own = new OwnCommands(shelf.specs());
        }
        VoiceCast cast =
                new VoiceCast(read.voice(), HousePhrases.hearing(read, own), ModelStore.ofUser(System.getenv()));
        cast.faults().forEach(fault -> streams.err().println("parley: " + fault));
        ear = cast.understandsHere()
                ? cast.ear().name()
                : Objects.requireNonNull(cast.get().get(Modality.STT)).profile().name();
        Listening heard = Listening.to(file, cast, read.settings().hearing());
        if (json) {
            streams.out().println(PrintedJson.line(described(heard)));
        } else {
            print(heard);
        }
        return ExitCode.ACCEPTED;
    }

    private Json.Obj described(Listening heard) {
        List<Json> segments = new ArrayList<>();
        for (Segment segment : heard.segments()) {
            List<Json> words = new ArrayList<>();
            for (HeardWord word : segment.understood().words()) {
                words.add(Json.Obj.EMPTY
                        .with("word", word.text())
                        .with("from_ms", word.fromMs())
                        .with("to_ms", word.toMs())
                        .with("confidence_permille", word.confidencePermille()));
            }
            segments.add(Json.Obj.EMPTY
                    .with("from_ms", segment.fromMs())
                    .with("to_ms", segment.toMs())
                    .with("understood", segment.understood().sure())
                    .with("text", segment.understood().text())
                    .with(
                            "meaning",
                            segment.understood().sure()
                                    ? Json.of(HousePhrases.meaning(
                                            segment.understood().text(), own))
                                    : Json.Null.NULL)
                    .with("confidence_permille", segment.understood().confidencePermille())
                    .with("words", Json.of(words))
                    .with("words_estimated", segment.written().estimated())
                    .with("fault", segment.written().fault())
                    .with("end_of_turn", end(segment)));
        }
        return Json.Obj.EMPTY
                .with("file", file.toString())
                .with("length_ms", heard.lengthMs())
                .with("ear", ear)
                .with("segments", Json.of(segments));
    }

    private static Json.Obj end(Segment segment) {
        ProviderEvent.EndScored end = segment.end();
        return Json.Obj.EMPTY
                .with("method", end == null ? METHOD : end.method())
                .with("at_ms", segment.endOfTurnMs())
                .with("score", new Json.Num(BigDecimal.valueOf(end == null ? PERMILLE : end.scorePermille(), 3)))
                .with("complete", end == null || end.complete())
                .with("goes_on", segment.goesOn());
    }

    private void print(Listening heard) {
        streams.out()
                .println(file + ": " + seconds(heard.lengthMs()) + ", "
                        + count(heard.segments().size()) + ", heard by " + ear);
        for (Segment segment : heard.segments()) {
            streams.out()
                    .println(seconds(segment.fromMs()) + " – " + seconds(segment.toMs()) + "  " + verdict(segment)
                            + "  " + percent(segment.understood().confidencePermille()));
            for (HeardWord word : segment.understood().words()) {
                streams.out()
                        .println((segment.written().estimated() ? "  ~ " : "    ") + seconds(word.fromMs()) + " – "
                                + seconds(word.toMs()) + "  " + percent(word.confidencePermille()) + "  "
                                + Sayable.of(word.text()));
            }
            streams.out().println("    " + ending(segment));
        }
    }

    private static String verdict(Segment segment) {
        String text = Sayable.of(segment.understood().text());
        if (segment.understood().sure()) {
            return "\"" + text + "\"";
        }
        String fault = segment.written().fault();
        return fault.isEmpty()
                ? "not understood" + (text.isEmpty() ? "" : "; the nearest is \"" + text + "\"")
                : "not written down: " + fault;
    }

    private static String ending(Segment segment) {
        ProviderEvent.EndScored end = segment.end();
        String by = end == null
                ? METHOD
                : end.method()
                        + (end.complete() ? ": finished, " : ": goes on, ")
                        + percent(end.scorePermille()).strip();
        return segment.goesOn()
                ? "the turn goes on: more is said before " + seconds(segment.endOfTurnMs()) + ", by " + by
                : "the turn is over at " + seconds(segment.endOfTurnMs()) + ", by " + by;
    }

    private static String count(int segments) {
        return segments == 1 ? "1 segment" : segments + " segments";
    }

    private static String seconds(long ms) {
        return String.format(Locale.ROOT, "%.2f s", ms / 1000.0);
    }

    private static String percent(int permille) {
        return String.format(Locale.ROOT, "%3d %%", Math.round(permille / 10.0));
    }
}
