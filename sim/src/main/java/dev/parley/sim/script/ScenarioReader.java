package dev.parley.sim.script;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolRoom.Taint;
import dev.parley.pipeline.spec.Observability.RecordingLevel;
import dev.parley.provider.Modality;
import dev.parley.session.people.Resident;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.settings.Cues;
import dev.parley.session.settings.Settings;
import dev.parley.session.settings.Settings.Agency;
import dev.parley.session.settings.Settings.Preemptive;
import dev.parley.session.turn.ConversationPipeline;
import dev.parley.sim.script.Scenario.Latencies;
import dev.parley.sim.script.Scenario.ScriptedTool;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a scenario. Unknown keys, wrong types and impossible values are refused with their line. */
public final class ScenarioReader {
    private static final long EDGE_ITEMS_MAX = 1_000_000;
    private static final Instant START_MIN = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant START_MAX = Instant.parse("9999-12-31T00:00:00Z");

    private static final Set<String> TOP = Set.of(
            "name",
            "seed",
            "start",
            "settings",
            "people",
            "providers",
            "user",
            "agent",
            "agents",
            "plugins",
            "tools",
            "faults",
            "edges",
            "pipeline",
            "budget",
            "expect");
    static final Set<String> SETTINGS = Set.of(
            "vad_silence_ms",
            "endpointing_ms",
            "interrupt_after_ms",
            "interrupt_min_words",
            "false_interruption_ms",
            "stt_final_ms",
            "llm_first_ms",
            "llm_total_ms",
            "tts_first_ms",
            "cancel_deadline_ms",
            "approval_timeout_ms",
            "provider_timeout_ms",
            "reconnect_grace_ms",
            "stuck_turn_ms",
            "dead_air_ms",
            "filler",
            "stop_words",
            "backchannels",
            "preemptive",
            "recording",
            "ask_aloud",
            "verify_first",
            "taint");
    private static final Set<String> TOOL = Set.of(
            "takes_ms",
            "returns",
            "safety",
            "approval",
            "timeout_ms",
            "cancel_on_interrupt",
            "fails",
            "ignores_cancel",
            "personal",
            "sends_out");
    private static final Set<String> EDGES = Set.of("stt_in", "llm_in", "tts_in", "tts_out");
    /** A voice that is made to wait, as by default, may wait for ever. */
    private static final long DEFAULT_BLOCK_MS = Long.MAX_VALUE / 4_000_000;

    private static final Tree NOTHING = new Tree.Mapping(Map.of(), 0);

    private ScenarioReader() {}

    /** Finds a file that a scenario names. */
    public interface Files {
        String read(String name) throws IOException;
    }

    /** A scenario that names no other file. */
    public static Scenario yaml(String text) throws BadScenario {
        return yaml(text, name -> {
            throw new IOException("there is no folder to look in");
        });
    }

    public static Scenario yaml(String text, Files files) throws BadScenario {
        return read(YamlReader.read(text), files);
    }

    /** Reads a scenario that was recorded; the files that it named are part of the record. */
    public static Scenario recorded(Json.Obj source) throws BadScenario {
        return read(Tree.of(source), name -> {
            throw new IOException("a recorded scenario names no file");
        });
    }

    private static Scenario read(Tree tree, Files files) throws BadScenario {
        Fields top = Fields.of(tree, "the scenario", TOP);
        Fields settings = section(top, "settings", SETTINGS);
        Fields budget = section(top, "budget", PlanReader.BUDGET);
        String pipeline = PlanReader.text(top, files);
        ConversationPipeline given = PlanReader.pipeline(top, pipeline);
        Map<Modality, List<String>> providers = providers(top);
        if (given != null) {
            given.filter()
                    .ifPresent(node ->
                            providers.put(Modality.FILTER, List.of(node.spec().id())));
        }
        List<Resident> people = people(top);
        ScriptReader script = new ScriptReader(top, providers, speaker(people));
        Tree expect = top.tree("expect");
        Map<String, Json> source = new LinkedHashMap<>(((Json.Obj) tree.json()).fields());
        source.remove("expect");
        if (!pipeline.isEmpty()) {
            source.put("pipeline", Json.of(pipeline));
        }
        return new Scenario(
                top.required("name"),
                seed(top),
                start(top),
                settings(settings, budget, Settings.DEFAULTS.with(RosterReader.read(top))),
                latencies(settings),
                people,
                providers,
                script.voices(),
                script.steps(),
                script.rules(),
                tools(top),
                script.faults(),
                script.clockJumps(),
                edges(top),
                given,
                expect == null ? null : expect.json(),
                new Json.Obj(source));
    }

    private static Fields section(Fields top, String key, Set<String> known) throws BadScenario {
        Tree tree = top.tree(key);
        return Fields.of(tree == null ? NOTHING : tree, "'" + key + "'", known);
    }

    private static long seed(Fields top) throws BadScenario {
        java.math.BigDecimal seed = top.number("seed");
        try {
            return seed == null ? 0 : seed.longValueExact();
        } catch (ArithmeticException e) {
            throw top.wrong("seed", "must be a whole number");
        }
    }

    private static Instant start(Fields top) throws BadScenario {
        try {
            Instant start = OffsetDateTime.parse(top.text("start", "2026-01-01T00:00:00Z"))
                    .toInstant();
            if (start.isBefore(START_MIN) || start.isAfter(START_MAX)) {
                throw top.wrong("start", "must lie between " + START_MIN + " and " + START_MAX);
            }
            return start;
        } catch (DateTimeException e) {
            throw top.wrong("start", "must be a time such as 2026-01-01T00:00:00Z");
        }
    }

    static Settings settings(Fields fields, Fields budget, Settings defaults) throws BadScenario {
        return new Settings(
                hearing(fields, defaults.hearing()),
                bounds(fields, defaults.bounds()),
                preemptive(fields),
                PlanReader.budget(budget, "turn_ms"),
                recording(fields),
                agency(fields, defaults.agency()),
                defaults.roster(),
                new Settings.DeadAir(fields.whole("dead_air_ms", 0), fields.text("filler", "")),
                new Cues(fields.texts("stop_words"), fields.texts("backchannels")));
    }

    private static Settings.Hearing hearing(Fields fields, Settings.Hearing defaults) throws BadScenario {
        return new Settings.Hearing(
                fields.whole("vad_silence_ms", defaults.vadSilenceMs()),
                fields.whole("endpointing_ms", defaults.endpointingMs()),
                fields.whole("interrupt_after_ms", defaults.interruptAfterMs()),
                (int) Math.min(Integer.MAX_VALUE, fields.whole("interrupt_min_words", defaults.interruptMinWords())),
                fields.whole("false_interruption_ms", defaults.falseInterruptionMs()));
    }

    private static Settings.Bounds bounds(Fields fields, Settings.Bounds defaults) throws BadScenario {
        return new Settings.Bounds(
                fields.whole("cancel_deadline_ms", defaults.cancelDeadlineMs()),
                fields.whole("approval_timeout_ms", defaults.approvalTimeoutMs()),
                fields.whole("reconnect_grace_ms", defaults.reconnectGraceMs()),
                positive(fields, "stuck_turn_ms", defaults.stuckTurnMs()));
    }

    private static Agency agency(Fields fields, Agency defaults) throws BadScenario {
        return new Agency(
                fields.flag("ask_aloud", defaults.asksAloud()),
                fields.flag("verify_first", defaults.verifiesFirst()),
                taint(fields, defaults.taint()),
                defaults.approverNamed());
    }

    private static Taint taint(Fields fields, Taint otherwise) throws BadScenario {
        Tree tree = fields.tree("taint");
        if (tree == null) {
            return otherwise;
        }
        if (tree.json().equals(Json.Bool.FALSE)) {
            return Taint.OFF;
        }
        return switch (fields.text("taint", "")) {
            case "off" -> Taint.OFF;
            case "ask" -> otherwise == Taint.OFF ? Taint.TURN : otherwise;
            case "lasting" -> Taint.LASTING;
            default -> throw fields.wrong("taint", "must be ask, lasting or off");
        };
    }

    private static RecordingLevel recording(Fields fields) throws BadScenario {
        String level = fields.text("recording", RecordingLevel.L1.name());
        for (RecordingLevel known : RecordingLevel.values()) {
            if (known.name().equals(level)) {
                return known;
            }
        }
        throw fields.wrong("recording", "must be L0, L1 or L2");
    }

    private static long positive(Fields fields, String key, long otherwise) throws BadScenario {
        long found = fields.whole(key, otherwise);
        if (found == 0) {
            throw fields.wrong(key, "must be at least 1");
        }
        return found;
    }

    private static Preemptive preemptive(Fields fields) throws BadScenario {
        Tree tree = fields.tree("preemptive");
        if (tree == null || tree.json().equals(Json.Bool.FALSE)) {
            return Preemptive.OFF;
        }
        return switch (fields.text("preemptive", "")) {
            case "off" -> Preemptive.OFF;
            case "llm" -> Preemptive.LLM;
            case "llm+tts" -> Preemptive.LLM_AND_TTS;
            default -> throw fields.wrong("preemptive", "must be off, llm or llm+tts");
        };
    }

    static Latencies latencies(Fields fields) throws BadScenario {
        Latencies defaults = Latencies.DEFAULTS;
        return new Latencies(
                fields.whole("stt_final_ms", defaults.sttFinalMs()),
                fields.whole("llm_first_ms", defaults.llmFirstMs()),
                fields.whole("llm_total_ms", defaults.llmTotalMs()),
                fields.whole("tts_first_ms", defaults.ttsFirstMs()),
                fields.whole("provider_timeout_ms", defaults.providerTimeoutMs()));
    }

    private static List<Resident> people(Fields top) throws BadScenario {
        List<Resident> people = new ArrayList<>();
        for (Tree item : top.items("people")) {
            Fields person =
                    Fields.of(item, "a person", Set.of("id", "role", "birthdate", "confirmed", "facts", "memories"));
            String id = person.required("id");
            if (people.stream().anyMatch(other -> other.id().equals(id))) {
                throw person.wrong("id", "is given twice: " + id);
            }
            String role = person.text("role", "GUEST");
            if (!Set.of("OWNER", "ADMIN", "OPERATOR", "GUEST").contains(role)) {
                throw person.wrong("role", "must be OWNER, ADMIN, OPERATOR or GUEST");
            }
            people.add(new Resident(
                    id,
                    role,
                    birthdate(person),
                    person.flag("confirmed", false),
                    facts(person),
                    person.texts("memories"),
                    null));
        }
        return List.copyOf(people);
    }

    /** What the person's profile holds beside the birthdate. */
    private static Map<String, String> facts(Fields person) throws BadScenario {
        Map<String, String> facts = new TreeMap<>();
        Tree given = person.tree("facts");
        if (given != null) {
            Fields fields = Fields.anyOf(given, "the facts of a person");
            for (String field : fields.all().keySet()) {
                facts.put(field, fields.required(field));
            }
        }
        return facts;
    }

    /** Who speaks where nobody is named: the one person there is. */
    private static String speaker(List<Resident> people) {
        return people.size() == 1 ? people.getFirst().id() : "";
    }

    private static @Nullable LocalDate birthdate(Fields person) throws BadScenario {
        String text = person.text("birthdate");
        try {
            return text == null ? null : LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw person.wrong("birthdate", "must be a date such as 1980-05-01");
        }
    }

    private static Map<Modality, List<String>> providers(Fields top) throws BadScenario {
        Fields fields = section(top, "providers", Set.of("stt", "llm", "tts"));
        Map<Modality, List<String>> providers = new EnumMap<>(Modality.class);
        for (Modality kind : List.of(Modality.STT, Modality.LLM, Modality.TTS)) {
            List<String> names = fields.texts(kind.spelled());
            if (fields.has(kind.spelled()) && names.isEmpty()) {
                throw fields.wrong(kind.spelled(), "must name at least one provider");
            }
            if (Set.copyOf(names).size() != names.size()) {
                throw fields.wrong(kind.spelled(), "names a provider twice");
            }
            providers.put(kind, names.isEmpty() ? List.of("primary") : List.copyOf(names));
        }
        return providers;
    }

    static Map<String, ScriptedTool> tools(Fields top) throws BadScenario {
        Map<String, ScriptedTool> tools = new LinkedHashMap<>();
        Tree tree = top.tree("tools");
        Fields all = Fields.anyOf(tree == null ? NOTHING : tree, "'tools'");
        for (Map.Entry<String, Tree> entry : all.all().entrySet()) {
            tools.put(entry.getKey(), tool(Fields.of(entry.getValue(), "tool '" + entry.getKey() + "'", TOOL)));
        }
        return tools;
    }

    private static ScriptedTool tool(Fields fields) throws BadScenario {
        String approval = fields.text("approval", "none");
        if (!Set.of("none", "required").contains(approval)) {
            throw fields.wrong("approval", "must be none or required");
        }
        String safety = fields.text("safety", "READ");
        if (!Set.of("READ", "WRITE", "MIXED").contains(safety)) {
            throw fields.wrong("safety", "must be READ, WRITE or MIXED");
        }
        Tree returns = fields.tree("returns");
        return new ScriptedTool(
                fields.whole("takes_ms", 0),
                returns == null ? Json.Obj.EMPTY : returns.json(),
                safety,
                approval.equals("required"),
                positive(fields, "timeout_ms", ToolShelf.NO_TIMEOUT),
                fields.flag("cancel_on_interrupt", false),
                fields.flag("fails", false),
                fields.flag("ignores_cancel", false),
                fields.flag("personal", false),
                fields.flag("sends_out", false));
    }

    private static Map<String, EdgeOverride> edges(Fields top) throws BadScenario {
        Map<String, EdgeOverride> edges = new LinkedHashMap<>();
        for (Map.Entry<String, Tree> entry : section(top, "edges", EDGES).all().entrySet()) {
            Fields edge = Fields.of(
                    entry.getValue(),
                    "edge '" + entry.getKey() + "'",
                    Set.of("max_items", "strategy", "high", "low", "max_block_ms"));
            edges.put(entry.getKey(), edge(edge));
        }
        return edges;
    }

    private static EdgeOverride edge(Fields fields) throws BadScenario {
        String strategy = fields.text("strategy", "block");
        if (!EdgeOverride.STRATEGIES.contains(strategy)) {
            throw fields.wrong("strategy", "must be block, drop, merge, sample or latest_only");
        }
        long max = positive(fields, "max_items", 64);
        if (max > EDGE_ITEMS_MAX) {
            throw fields.wrong("max_items", "must be at most " + EDGE_ITEMS_MAX);
        }
        long high = fields.whole("high", Math.max(1, max * 3 / 4));
        long low = fields.whole("low", high / 2);
        if (high > max || low >= high) {
            throw fields.wrong("needs low < high <= max_items");
        }
        boolean block = strategy.equals("block");
        if (!block && fields.has("max_block_ms")) {
            throw fields.wrong("max_block_ms", "belongs to strategy block");
        }
        long maxBlock = positive(fields, "max_block_ms", DEFAULT_BLOCK_MS);
        return new EdgeOverride((int) max, strategy, (int) high, (int) low, maxBlock);
    }
}
