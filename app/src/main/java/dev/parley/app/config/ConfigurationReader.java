package dev.parley.app.config;

import dev.parley.app.config.Configuration.AgentSpec;
import dev.parley.app.io.BadInput;
import dev.parley.openai.OpenAiModel;
import dev.parley.pipeline.yaml.BadYaml;
import dev.parley.pipeline.yaml.YamlDocument;
import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import dev.parley.provider.Modality;
import dev.parley.provider.ModelProvider;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.guard.CircuitBreaker;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.session.people.CatalogueReader;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.HouseholdReader;
import dev.parley.session.settings.Roster;
import dev.parley.session.settings.Settings;
import dev.parley.session.turn.ConversationPipeline;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.PartReader;
import dev.parley.sim.script.Scenario.Latencies;
import dev.parley.sim.script.Scenario.ScriptedTool;
import dev.parley.sim.script.Tree;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads a configuration file. Paths in it are relative to it; every mistake names file, line and field. */
public final class ConfigurationReader {
    private static final String NOBODY = "none";

    static final List<String> TOP = List.of(
            "agent",
            "agents",
            "tools",
            "mcp",
            "workspace",
            "commands",
            "network",
            "household",
            "settings",
            "pipeline",
            "voice",
            "client_tools",
            "bind",
            "tls",
            "keys",
            "twilio",
            "jwt",
            "origins",
            "public_url",
            "requests_per_second",
            "webhooks",
            "traces",
            "limits",
            "on_journal_halt",
            "log");

    private static final ProviderProfile.Timeouts REMOTE_TIMEOUTS = new ProviderProfile.Timeouts(60_000, 30_000);

    private final Path folder;

    private ConfigurationReader(Path folder) {
        this.folder = folder;
    }

    /** @throws BadInput with one line that says what is wrong and where */
    public static Configuration read(Path file) {
        try {
            YamlMap top = YamlDocument.read(file.toString(), text(file)).map().only(TOP);
            Path folder = file.toAbsolutePath().getParent();
            return new ConfigurationReader(folder == null ? Path.of("") : folder).configuration(top);
        } catch (BadYaml e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    private Configuration configuration(YamlMap top) {
        Configuration none = Configuration.DEFAULT;
        YamlValue settings = top.optional("settings").orElse(null);
        HouseSpec house = top.optional("household", none.house(), this::house);
        return new Configuration(
                top.optional("agent", none.agent(), this::agent),
                top.optional("tools", none.tools(), this::tools),
                new ToolsReader(folder).read(top),
                house,
                (settings == null ? none.settings() : settings(settings))
                        .with(top.optional("agents", Roster.ALONE, ConfigurationReader::agents)),
                settings == null ? none.latencies() : latencies(settings),
                top.optional("voice", none.voice(), found -> VoiceSpecReader.read(found, folder)),
                new ServerReader(folder, house.names()).read(top),
                top.optional("pipeline", none.pipeline(), this::pipeline),
                top.optional("log", none.log(), ConfigurationReader::log));
    }

    private static LogSpec log(YamlValue value) {
        YamlMap fields = value.map().only(List.of("format", "requests"));
        LogSpec none = LogSpec.DEFAULT;
        return new LogSpec(
                fields.optional(
                        "format",
                        none.format(),
                        found -> LogSpec.Format.valueOf(
                                found.oneOf(List.of("text", "json")).toUpperCase(Locale.ROOT))),
                fields.optional("requests", none.requests(), YamlValue::flag));
    }

    private ConversationPipeline pipeline(YamlValue value) {
        Path file = folder.resolve(value.text());
        return ConversationPipeline.read(file.toString(), textNamedAt(value, file));
    }

    private AgentSpec agent(YamlValue value) {
        YamlMap fields = value.map();
        String kind = fields.required("kind").oneOf(List.of("household", "script", "openai"));
        return switch (kind) {
            case "script" -> script(fields.only(List.of("kind", "file")));
            case "openai" -> remote(fields.only(List.of("kind", "url", "model", "key_env", "instructions")));
            default -> {
                fields.only(List.of("kind"));
                yield new AgentSpec.Household();
            }
        };
    }

    /** A key is never written in the file, only the name of the variable that holds it. */
    private static AgentSpec remote(YamlMap fields) {
        try {
            OpenAiModel model = OpenAiModel.at(
                            fields.required("url").text(),
                            fields.required("model").text(),
                            fields.optional("key_env", "", YamlValue::text))
                    .instructed(fields.optional("instructions", "", YamlValue::text));
            ProviderProfile profile = new ProviderProfile(
                    "openai", Modality.LLM, true, false, 0, REMOTE_TIMEOUTS, ProviderProfile.Limits.NONE);
            return new AgentSpec.Remote(GuardedProvider.of(
                    new ModelProvider(profile, model, Thread::startVirtualThread), CircuitBreaker.live()));
        } catch (IllegalArgumentException e) {
            throw fields.bad(String.valueOf(e.getMessage()));
        }
    }

    private AgentSpec script(YamlMap fields) {
        return new AgentSpec.Script(part(fields.required("file"), PartReader::agent));
    }

    private Map<String, ScriptedTool> tools(YamlValue value) {
        return part(value, PartReader::tools);
    }

    /** A file, or the word for a house in which nobody lives. */
    private HouseSpec house(YamlValue value) {
        if (value.text().equals(NOBODY)) {
            return HouseSpec.of(List.of()).with(CatalogueReader.standard());
        }
        Path file = folder.resolve(value.text());
        return HouseholdReader.read(file.toString(), textNamedAt(value, file));
    }

    private static Settings settings(YamlValue value) {
        value.map().only(PartReader.SETTINGS);
        return inPlace(value, () -> PartReader.settings(tree(value), Configuration.DEFAULT.settings()));
    }

    private static Roster agents(YamlValue value) {
        return inPlace(value, () -> PartReader.agents(tree(value)));
    }

    private static Latencies latencies(YamlValue value) {
        return inPlace(value, () -> PartReader.latencies(tree(value)));
    }

    static List<String> texts(YamlValue list) {
        return list.items().stream().map(YamlValue::text).toList();
    }

    /** A part of a configuration in a file of its own. */
    private <T> T part(YamlValue value, Part<T> reader) {
        Path file = folder.resolve(value.text());
        String text = textNamedAt(value, file);
        try {
            return reader.read(text);
        } catch (BadScenario e) {
            throw new BadInput(file + ":" + e.line() + ": " + e.reason());
        }
    }

    private interface Part<T> {
        T read(String text) throws BadScenario;
    }

    private interface Section<T> {
        T read() throws BadScenario;
    }

    private static <T> T inPlace(YamlValue value, Section<T> section) {
        try {
            return section.read();
        } catch (BadScenario e) {
            throw new BadYaml(value.place().file(), e.line(), value.path(), e.reason());
        }
    }

    private static Tree tree(YamlValue value) {
        if (value.isMap()) {
            Map<String, Tree> fields = new LinkedHashMap<>();
            value.map().fields().forEach((name, below) -> fields.put(name, tree(below)));
            return new Tree.Mapping(fields, value.line());
        }
        return value.isList()
                ? new Tree.Sequence(
                        value.items().stream().map(ConfigurationReader::tree).toList(), value.line())
                : new Tree.Scalar(value.json(), value.line());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw BadInput.unreadable(file, e);
        }
    }

    private static String textNamedAt(YamlValue value, Path file) {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw value.bad("'" + value.text() + "' is not UTF-8 text; save it as UTF-8");
        } catch (IOException e) {
            throw value.bad("'" + value.text() + "' cannot be read: " + e.getMessage());
        }
    }
}
