package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** Files that somebody got wrong, or made to do harm: one clear line and exit code 2, never a fault and never a hang. */
@Timeout(240)
class BadFilesTest {
    private static final int MANY = Boolean.getBoolean("parley.long") ? 10_000 : 100;

    @TempDir
    private Path directory = Path.of("");

    private record Ended(int code, String err) {}

    private static Ended run(String... args) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                new ByteArrayInputStream(new byte[0]),
                new ByteArrayOutputStream(),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                args);
        return new Ended(code, err.toString(StandardCharsets.UTF_8));
    }

    private Ended scenario(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("scenario.yaml"), text);
        return run("scenario", "run", "--json", file.toString());
    }

    static Stream<String> harmful() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            laughs.append("a").append(i).append(": &a").append(i).append(" [");
            laughs.append(("*a" + (i - 1) + ", ").repeat(9))
                    .append("*a")
                    .append(i - 1)
                    .append("]\n");
        }
        StringBuilder deep = new StringBuilder("a0: &a0 [[[[[[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]]]]]\n");
        for (int i = 1; i < 9; i++) {
            deep.append("a").append(i).append(": &a").append(i).append(" [[[[[[[[[[*a");
            deep.append(i - 1).append("]]]]]]]]]]\n");
        }
        return Stream.of(
                "name: x\nuser: &a [*a]\n",
                "&a\nname: x\nsettings: *a\n",
                "name: &a {b: *a}\n",
                "name: x\nuser: *nobody\n",
                laughs.toString(),
                deep.toString(),
                "[".repeat(100_000),
                "{a: ".repeat(100_000),
                "name: x\nstart: +999999999-12-31T23:59:59Z\n",
                "name: x\nstart: -999999999-01-01T00:00:00Z\n",
                "name: 1e999999999\n",
                "name: x\nseed: 1e999999999\n",
                "name: x\nsettings: {vad_silence_ms: 1e-999999999}\n",
                "name: x\nsettings: {llm_total_ms: 999999999999999}\n",
                "name: x\nagent: [{at_ms: 0, says: hi, audio_ms: 999999999999}]\n",
                "name: x\nsettings: {llm_total_ms: .inf}\n",
                "name: x\nsettings: {llm_total_ms: .nan}\n",
                "name: \u0000\n",
                "\u0000\u0000\u0000",
                "--- {name: x}\n--- {name: y}\n",
                "? [a, b]\n: c\n",
                "name: x\nname: y\n",
                "- name: x\n",
                "just words",
                "",
                "\t\t: :\n");
    }

    @ParameterizedTest
    @MethodSource("harmful")
    void isRefusedInOneLine(String text) throws IOException {
        Ended scenario = scenario(text);
        assertEquals(2, scenario.code, scenario.err);
        assertEquals(1, scenario.err.strip().lines().count(), scenario.err);
        Path file = Files.writeString(directory.resolve("parley.yaml"), text);
        Ended talk = run("talk", "--data", directory.resolve("data").toString(), "--config", file.toString());
        assertEquals(2, talk.code, talk.err);
        assertEquals(1, talk.err.strip().lines().count(), talk.err);
    }

    /** Values that are wrong nearly everywhere. */
    private static final List<Object> VALUES = List.of(
            "",
            "\u0000",
            "x".repeat(10_000),
            "\ud83d\ude00\u202e\u200b",
            -1,
            0,
            1,
            999_999_999_999L,
            Long.MAX_VALUE,
            new java.math.BigInteger("9".repeat(40)),
            1e300,
            1e-300,
            Double.NaN,
            true,
            "+999999999-12-31",
            "2026-13-45",
            "9999-12-31T23:59:59Z",
            List.of(),
            List.of(List.of(List.of())),
            List.of(1, "a", Map.of()),
            Map.of(),
            Map.of("id", Map.of()),
            Map.of("at_ms", 1),
            Map.of("near", 1, "within", -1));

    @Test
    void isNeverAFaultWhateverIsWrongInAScenario() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("parley.root", ".."), "scenarios"))) {
            files = all.filter(path -> path.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
        Random random = new Random(7);
        Map<String, String> faults = new LinkedHashMap<>();
        int refused = 0;
        for (int i = 0; i < MANY; i++) {
            Path file = files.get(random.nextInt(files.size()));
            Object tree = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
            for (int change = 0; change <= random.nextInt(3); change++) {
                tree = changed(tree, random);
            }
            String text = new Dump(DumpSettings.builder()
                            .setDefaultFlowStyle(FlowStyle.FLOW)
                            .build())
                    .dumpToString(tree);
            Ended ended = scenario(text);
            if (ended.code > 2) {
                faults.putIfAbsent(ended.err.lines().limit(5).toList().toString(), file + "\n" + text);
            }
            refused += ended.code == 2 ? 1 : 0;
        }
        assertEquals(Map.of(), faults);
        assertTrue(refused > MANY / 4, "many are refused: " + refused);
    }

    /** The same with one value in it replaced, removed or doubled. */
    private static Object changed(@Nullable Object tree, Random random) {
        Object hostile = VALUES.get(random.nextInt(VALUES.size()));
        if (tree instanceof Map<?, ?> map && !map.isEmpty()) {
            Map<Object, Object> copy = new LinkedHashMap<>(map);
            Object key = List.copyOf(copy.keySet()).get(random.nextInt(copy.size()));
            switch (random.nextInt(8)) {
                case 0 -> copy.remove(key);
                case 1 -> copy.put(key, hostile);
                default -> copy.put(key, changed(copy.get(key), random));
            }
            return copy;
        }
        if (tree instanceof List<?> list && !list.isEmpty()) {
            List<Object> copy = new ArrayList<>(list);
            int place = random.nextInt(copy.size());
            switch (random.nextInt(8)) {
                case 0 -> copy.remove(place);
                case 1 -> copy.add(copy.get(place));
                default -> copy.set(place, changed(copy.get(place), random));
            }
            return copy;
        }
        return hostile;
    }

    @Test
    void whatARefusalQuotesStaysInItsLine() throws IOException {
        Path household = Files.writeString(directory.resolve("household.yaml"), "\")\\nz\\e[2J\"\n");
        for (String[] args : List.of(
                new String[] {
                    "talk", "--data", directory.resolve("data").toString(), "--household", household.toString()
                },
                new String[] {"serve", "--print-config", "--config", household.toString()},
                new String[] {"scenario", "run", household.toString()})) {
            Ended ended = run(args);
            assertEquals(2, ended.code(), ended.err());
            assertEquals(1, ended.err().lines().count(), ended.err());
            assertTrue(ended.err().indexOf('\u001b') < 0, ended.err());
        }
    }
}
