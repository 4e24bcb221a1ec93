package dev.parley.app.proof;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.app.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.replay.export.ExportReader;
import dev.parley.replay.export.NotAnExport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Conversations that were really held, as {@code log export} writes them, with every proof taken out. */
final class Exports {
    private static final Set<String> PROOFS = Set.of("digest", "order", "attestation");

    private Exports() {}

    /** Runs a command and returns what it printed. */
    static String run(String in, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Parley(
                        new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8))
                .run(args);
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Every scenario of the library, by name. */
    static Map<String, List<Json.Obj>> ofScenarios(Path folder) throws IOException {
        recordScenarios(folder);
        return exported(List.of(folder.resolve("scenarios").toString()));
    }

    private static void recordScenarios(Path folder) throws IOException {
        Path root = Path.of(System.getProperty("parley.root", ".."));
        List<String> args = new ArrayList<>(List.of(
                "scenario", "run", "--record", folder.resolve("scenarios").toString()));
        try (Stream<Path> files = Files.list(root.resolve("scenarios"))) {
            files.map(Path::toString)
                    .filter(name -> name.endsWith(".yaml"))
                    .sorted()
                    .forEach(args::add);
        }
        run("", args.toArray(String[]::new));
    }

    /** Every scenario of the library and five typed conversations, by name. */
    static Map<String, List<Json.Obj>> held(Path folder) throws IOException {
        recordScenarios(folder);
        String talk = folder.resolve("talk").toString();
        run(
                "turn on the kitchen lights\nopen the garage\nyes\norder a pizza\nyes\nopen the garage\nno\n"
                        + "what is the weather in Rome\nset the volume to 4\n",
                "talk",
                "--as",
                "ana",
                "--data",
                talk);
        run("open the garage\nyes\norder tea\nyes\nthis is Ben\n", "talk", "--as", "dora", "--data", talk);
        run("turn on the kitchen lights\nthis is Ben\n", "talk", "--data", talk);
        run(
                "record this conversation\nyes\nstop recording\nlet Ben use the garage until we leave\nyes\n",
                "talk",
                "--as",
                "ana",
                "--data",
                talk);
        run(
                "Ben's allergy is nuts\nChris is here\nlet Ben use the music\nno\nlet Ben use the alarm\nyes\n"
                        + "Ben may no longer use the alarm\nspeak slower\nChris left\nwe are alone\n",
                "talk",
                "--as",
                "ana",
                "--data",
                talk);
        return exported(List.of(folder.resolve("scenarios").toString(), talk));
    }

    private static Map<String, List<Json.Obj>> exported(List<String> folders) {
        Map<String, List<Json.Obj>> all = new LinkedHashMap<>();
        for (String data : folders) {
            run("", "log", "export", "--data", data).lines().forEach(line -> {
                Json.Obj rune = stripped(parsed(line));
                all.computeIfAbsent(text(rune, "conversation"), _ -> new ArrayList<>())
                        .add(rune);
            });
        }
        return all;
    }

    static Json.Obj parsed(String line) {
        try {
            return JsonDecoder.decode(line) instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        } catch (JsonDecoder.NotJson e) {
            throw new IllegalStateException(e);
        }
    }

    private static Json.Obj stripped(Json.Obj line) {
        Map<String, Json> kept = new LinkedHashMap<>(line.fields());
        kept.keySet().removeAll(Set.of("canonical", "hash", "previous"));
        Map<String, Json> payload = new LinkedHashMap<>(payload(line).fields());
        payload.keySet().removeAll(PROOFS);
        kept.put("payload", new Json.Obj(payload));
        return new Json.Obj(kept);
    }

    static Json.Obj payload(Json.Obj line) {
        return line.get("payload") instanceof Json.Obj payload ? payload : Json.Obj.EMPTY;
    }

    static Json.Obj parameters(Json.Obj line) {
        return payload(line).get("parameters") instanceof Json.Obj parameters ? parameters : Json.Obj.EMPTY;
    }

    static String text(Json.Obj object, String key) {
        String text = object.text(key);
        return text == null ? "" : text;
    }

    static long number(Json.Obj object, String key) {
        BigDecimal number = object.number(key);
        return number == null ? 0 : number.longValue();
    }

    /** What {@code replay --file --no-chain} says of these lines. */
    record Proof(Json.@Nullable Obj fault, boolean unfinished, String state) {
        long at() {
            return fault == null ? 0 : number(fault, "event_id");
        }
    }

    static Proof replayed(List<Json.Obj> lines) {
        ExportReader reader = ExportReader.unchained();
        Replay replay = new Replay(new Rooms(), Replay.Chain.IGNORED);
        try {
            for (Json.Obj line : lines) {
                Rune rune = reader.read(line);
                if (rune == null || !replay.accept(rune)) {
                    break;
                }
            }
        } catch (NotAnExport e) {
            throw new IllegalStateException(e);
        }
        replay.finish();
        boolean unfinished = replay.reach(Json.Obj.EMPTY).has("unfinished");
        return new Proof(replay.firstFault(), unfinished, replay.state().canonical());
    }
}
