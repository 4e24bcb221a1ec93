package dev.parley.app.command;

import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfigurationReader;
import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.app.talk.HousePhrases;
import dev.parley.app.talk.Talk;
import dev.parley.pipeline.yaml.BadYaml;
import dev.parley.session.people.CatalogueReader;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.HouseholdReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code parley talk}: a conversation in the terminal. */
@Command(
        name = "talk",
        description = {
            "Hold a conversation in the terminal with a small built-in agent. No key, no account, no network.",
            "Everything that is decided is recorded; /why explains the last decision, /timeline shows the record."
        },
        mixinStandardHelpOptions = true)
public final class TalkCommand implements Callable<Integer> {
    private final Streams streams;

    @Option(
            names = "--as",
            paramLabel = "PERSON",
            description =
                    "Speak as this person, confirmed: ana, ben, chris or dora, or who lives in the household file.")
    private @Nullable String person;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "Where the conversation is recorded (default: ${DEFAULT-VALUE}).")
    private Path data = Path.of("data");

    @Option(
            names = "--script",
            paramLabel = "FILE",
            description = "Play a scenario file on virtual time and show what was said.")
    private @Nullable Path script;

    @Option(names = "--voice", description = "Speak and listen instead of typing.")
    private boolean voice;

    @Option(
            names = "--in",
            paramLabel = "FILE.wav",
            description = "What is heard: a WAV file of 16-bit samples, in real time.")
    private @Nullable Path in;

    @Option(names = "--out", paramLabel = "FILE.wav", description = "What the agent says, on the same time axis.")
    private @Nullable Path out;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Who answers, with which tools and settings, as YAML; see docs/configuration.md.")
    private @Nullable Path config;

    @Option(
            names = "--household",
            paramLabel = "FILE",
            description =
                    "Who lives here and how long they are waited for, as YAML (default: ana, ben, chris and dora).")
    private @Nullable Path household;

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description = "Which commands there are and who may use them, as YAML.")
    private @Nullable Path catalogue;

    @Option(
            names = "--plain",
            description = "For a screen reader: every answer is there at once as a whole line, and nothing moves.")
    private boolean plain;

    public TalkCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        if (voice) {
            return hear();
        }
        if (in != null || out != null) {
            throw new BadInput("--in and --out are for --voice");
        }
        if (script != null) {
            if (config != null) {
                throw new BadInput("--script plays a scenario, which brings its own settings; leave --config out");
            }
            return new ScenarioCommand(streams).play(script);
        }
        new Talk(streams, data, configuration(), plain).hold(person);
        return ExitCode.ACCEPTED;
    }

    private int hear() throws IOException {
        Configuration read = configuration();
        if (script != null) {
            throw new BadInput("--script plays a scenario, which brings its own voices; leave --voice out");
        }
        Talk talk = new Talk(streams, data, HousePhrases.forVoices(read), plain);
        if (in == null && out == null) {
            talk.holdAloud(person);
        } else if (in == null || out == null) {
            throw new BadInput("--in and --out come together: what is heard, and what the agent says");
        } else {
            talk.hold(person, in, out);
        }
        return ExitCode.ACCEPTED;
    }

    private Configuration configuration() {
        Configuration read = config == null ? Configuration.DEFAULT : ConfigurationReader.read(config);
        HouseSpec house = household == null ? read.house() : read(household, HouseholdReader::read);
        return read.with(catalogue == null ? house : house.with(read(catalogue, CatalogueReader::read)));
    }

    private static <T> T read(Path file, BiFunction<String, String, T> reader) {
        try {
            return reader.apply(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw BadInput.unreadable(file, e);
        } catch (BadYaml e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }
}
