package dev.parley.bench.speech;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.agent.tool.SystemTime;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.app.talk.ConfiguredAgents;
import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.DiskFaults;
import dev.parley.runelog.disk.SimulatedDisk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What freely worded sentences lead to, each typed into a conversation of its own: the act that was meant, a question back,
 * nothing, or a wrong act, as the record has it. The published list was written by somebody who had not seen the phrases; half
 * A of it (by the hash of a sentence) was looked at when phrases were added later, half B was not. The tuning list is our own and
 * says little about other people; the mean one, ours too, sounds like acts and has few.
 */
public final class SpeechIntentsBench implements Bench {
    private static final double RIGHT_MIN = 75;
    private static final double SAFE_MIN = 90;
    private static final Set<String> SAID = Set.of(
            "explicit_identity_claim",
            "explicit_statement",
            "explicit_preference",
            "consent_request",
            "explicit_grant",
            "revoke",
            "explicit_denial",
            "delegation_intent_detected",
            "revoke_command",
            "profile_update_requested");
    private static final Set<String> NOTICED = Set.of("participant_detected", "participant_left");

    /** What became of a sentence. */
    public enum Fate {
        RIGHT,
        ASKED,
        NOTHING,
        WRONG
    }

    private record Wording(String person, String meant, String says) {
        /** What kind of act is meant. */
        String act() {
            return meant.replaceFirst(" \\w+=.*$", "");
        }

        /** One of two halves of the list. */
        String half() {
            byte[] bytes = says.getBytes(StandardCharsets.UTF_8);
            String hash = new RuneChain().content(bytes, 0, bytes.length).hex();
            return Integer.parseInt(hash.substring(0, 2), 16) % 2 == 0 ? "A" : "B";
        }
    }

    @Override
    public String name() {
        return "speech-intents";
    }

    @Override
    public List<Result> run(boolean quick) throws Exception {
        List<Result> results = new ArrayList<>(measured(name(), "wordings.txt"));
        if (!quick) {
            results.addAll(measured(name() + ".tuning", "wordings-tuning.txt"));
            results.addAll(measured(name() + ".mean", "wordings-mean.txt"));
        }
        return results;
    }

    private static List<Result> measured(String bench, String list) throws IOException {
        Map<String, Map<Fate, Integer>> table = new TreeMap<>();
        for (Wording wording : wordings(list)) {
            Fate fate = fate(wording);
            String kind = wording.meant().equals("nothing") ? "ask" : "act";
            for (String row : List.of(kind + " " + wording.act(), " half " + wording.half() + " " + kind, "  all")) {
                table.computeIfAbsent(row, _ -> new EnumMap<>(Fate.class)).merge(fate, 1, Integer::sum);
            }
        }
        System.err.printf("%-44s %6s %6s %8s %6s%n", list, "right", "asked", "nothing", "wrong");
        table.forEach((row, fates) -> System.err.printf(
                "%-44s %6d %6d %8d %6d%n",
                row,
                fates.getOrDefault(Fate.RIGHT, 0),
                fates.getOrDefault(Fate.ASKED, 0),
                fates.getOrDefault(Fate.NOTHING, 0),
                fates.getOrDefault(Fate.WRONG, 0)));
        return results(bench, table.getOrDefault("  all", Map.of()));
    }

    private static List<Result> results(String bench, Map<Fate, Integer> fates) {
        int all = fates.values().stream().mapToInt(Integer::intValue).sum();
        double right = 100.0 * fates.getOrDefault(Fate.RIGHT, 0) / all;
        double safe = right + 100.0 * fates.getOrDefault(Fate.ASKED, 0) / all;
        String of = "of " + all + " wordings; the limit is ";
        return List.of(
                new Result(bench + ".right", right, "%", RIGHT_MIN, of + "at least " + RIGHT_MIN),
                new Result(bench + ".right_or_asked", safe, "%", SAFE_MIN, of + "at least " + SAFE_MIN),
                new Result(bench + ".wrong", fates.getOrDefault(Fate.WRONG, 0), "acts", 1, of + "none at all"));
    }

    private static List<Wording> wordings(String list) throws IOException {
        try (InputStream in = Objects.requireNonNull(SpeechIntentsBench.class.getResourceAsStream(list), list)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(line -> line.split(" \\| ", -1))
                    .map(parts -> new Wording(parts[0], parts[1], parts[2]))
                    .toList();
        }
    }

    /** What these words of an adult of the house lead to, as the record has it. */
    public static Fate fate(String meant, String says) throws IOException {
        return fate(new Wording("ana", meant, says));
    }

    private static Fate fate(Wording wording) throws IOException {
        SimulatedDisk disk = new SimulatedDisk(RandomSource.seeded(1), DiskFaults.NONE);
        SystemTime clock = new SystemTime();
        Runelog log = Runelog.open(disk, RunelogSettings.standard(clock, RandomSource.seeded(2)));
        try (ConfiguredTools shelf = ConfiguredTools.open(Configuration.DEFAULT.shelf(), Path.of("."));
                Parley parley = new ConfiguredAgents(Configuration.DEFAULT, shelf)
                        .into(Parley.over(log, disk))
                        .open();
                Conversation talk = parley.converse(
                        "wording", wording.person().equals("-") ? Visit.ofStranger() : Visit.of(wording.person()))) {
            String answer = talk.say(wording.says()).join();
            Set<String> acts = acts(talk.record());
            Fate fate = fate(wording.meant(), acts, answer);
            if (fate != Fate.RIGHT) {
                System.err.println(fate + " (" + wording.half() + "): '" + wording.says() + "' meant " + wording.meant()
                        + " and led to " + acts + " and '" + answer.replace('\n', ' ') + "'");
            }
            return fate;
        }
    }

    private static Fate fate(String meant, Set<String> acts, String answer) {
        if (meant.equals("stop")) {
            return !acts.isEmpty() ? Fate.WRONG : answer.startsWith("All right") ? Fate.RIGHT : Fate.NOTHING;
        }
        if (acts.isEmpty()) {
            boolean asks = answer.contains("?");
            return meant.equals("nothing") ? Fate.RIGHT : asks ? Fate.ASKED : Fate.NOTHING;
        }
        int end = meant.indexOf(' ');
        Set<String> fit = acts.stream()
                .filter(act -> act.equals(meant)
                        || (meant.contains("|")
                                && List.of(meant.substring(end + 1).split("\\|", -1)).stream()
                                        .anyMatch(each -> act.equals(meant.substring(0, end) + " " + each))))
                .collect(Collectors.toSet());
        return fit.equals(acts) ? Fate.RIGHT : Fate.WRONG;
    }

    private static Set<String> acts(List<Rune> runes) {
        List<String> acts = new ArrayList<>();
        for (Rune rune : runes) {
            Json.Obj payload = rune.payload();
            String action = String.valueOf(payload.text("action"));
            boolean isSaid = String.valueOf(payload.text("actor")).startsWith("user");
            switch (String.valueOf(VerdictRune.room(rune))) {
                case "tool" -> {
                    if (action.equals("call") && payload.get("parameters") instanceof Json.Obj wish) {
                        acts.add(wish.text("tool") + arguments(wish));
                    }
                }
                case "household" -> {
                    if ((isSaid && SAID.contains(action)) || NOTICED.contains(action)) {
                        acts.add(payload.text("machine") + " " + action);
                    }
                }
                case "stream" -> {
                    if (isSaid && action.contains("OVERRIDE")) {
                        acts.add("override");
                    }
                }
                default -> {}
            }
        }
        return Set.copyOf(acts.stream().distinct().toList());
    }

    private static String arguments(Json.Obj wish) {
        StringBuilder all = new StringBuilder();
        if (wish.get("arguments") instanceof Json.Obj given) {
            given.fields()
                    .forEach((name, value) -> all.append(' ')
                            .append(name)
                            .append('=')
                            .append(value instanceof Json.Str(String text) ? spelled(name, text) : value.text()));
        }
        return all.toString();
    }

    private static String spelled(String name, String text) {
        return name.equals("city") ? text : text.toLowerCase(Locale.ROOT).replace("hallway", "hall");
    }
}
