package dev.parley.app.command;

import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.app.record.ExportedFile;
import dev.parley.app.record.RecordFolder;
import dev.parley.app.record.RecordedConversation;
import dev.parley.app.record.Replayed;
import dev.parley.app.record.Steps;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.LogDiff;
import dev.parley.replay.effect.Divergence;
import dev.parley.replay.timeline.ReplayMode;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.fault.Progress;
import dev.parley.sim.Resimulation;
import dev.parley.sim.script.BadScenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley replay}: fold a conversation again, and compare. */
@Command(
        name = "replay",
        description = {
            "Fold a recorded conversation again, every verdict derived from the log alone.",
            "The first event that differs is named, with what was expected and what was found.",
            "Exit code 0: verified. 1: something differs, or the record ends in the middle of a step, which is told apart",
            "as 'unfinished'; up to its end such a record is proven."
        },
        mixinStandardHelpOptions = true)
public final class ReplayCommand implements Callable<Integer> {
    private final Streams streams;

    @Parameters(
            arity = "0..1",
            paramLabel = "CONVERSATION",
            description = "The conversation; './parley log show' names them.")
    private String conversation = "";

    @Option(names = "--data", paramLabel = "DIR", description = "The folder it was recorded in (default: data).")
    private @Nullable Path folder;

    @Option(
            names = "--file",
            paramLabel = "FILE|-",
            description = "One exported conversation instead of a folder; - reads standard input.")
    private @Nullable String file;

    @Option(
            names = "--no-chain",
            description = "With --file: compare requests, decisions and facts alone, without hashes and digests.")
    private boolean noChain;

    @Option(names = "--to", paramLabel = "N", description = "Stop after this event id.")
    private long to = Long.MAX_VALUE;

    @Option(
            names = "--mode",
            paramLabel = "playback|resimulate",
            defaultValue = "playback",
            description =
                    "Use what was recorded of providers and tools, or run the scenario again (default: playback).")
    private String modeName = ReplayMode.PLAYBACK.spelled();

    @Option(
            names = "--steps",
            description = "Print every moment that is passed: its time, and its events, control before data before"
                    + " telemetry.")
    private boolean steps;

    @Option(names = "--turn", paramLabel = "N", description = "With --steps: the events of this turn alone.")
    private long turn;

    @Option(
            names = "--lane",
            paramLabel = "LANE",
            description = "With --steps: one lane alone, control, data or telemetry.")
    private @Nullable String lane;

    @Option(names = "--after", paramLabel = "N", description = "With --steps: only what comes after this event id.")
    private long after;

    @Option(names = "--diff", description = "Print only the first difference; with --json, null where there is none.")
    private boolean diff;

    @Option(names = "--against", paramLabel = "DIR", description = "Compare with the same conversation in this folder.")
    private @Nullable Path against;

    @Option(names = "--json", description = "Print JSON instead of lines for people; --file always does.")
    private boolean json;

    public ReplayCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        ReplayMode mode = ReplayMode.of(modeName)
                .orElseThrow(() -> new BadInput("--mode is playback or resimulate, not '" + modeName + "'"));
        if (!steps && (turn != 0 || lane != null || after != 0)) {
            throw new BadInput("--turn, --lane and --after belong to --steps");
        }
        if (file != null) {
            return ofFile(file);
        }
        if (noChain) {
            throw new BadInput("--no-chain belongs to --file");
        }
        if (conversation.isEmpty()) {
            throw new BadInput(
                    "replay needs a CONVERSATION, or --file FILE|-; './parley log show' names conversations");
        }
        return ofFolder(folder == null ? Path.of("data") : folder, mode);
    }

    private int ofFile(String name) {
        if (folder != null || !conversation.isEmpty() || against != null || to != Long.MAX_VALUE || steps) {
            throw new BadInput(
                    "--file is one whole conversation: no --data, --to, --against, --steps or CONVERSATION beside it");
        }
        Json.Obj report = new ExportedFile(name, streams.in()).replay(!noChain);
        streams.out().println(report.text());
        streams.out().flush();
        return Boolean.TRUE.equals(report.flag("verified")) ? ExitCode.ACCEPTED : ExitCode.DENIED;
    }

    private int ofFolder(Path data, ReplayMode mode) {
        RuneArchive archive = RecordFolder.read(data, Progress.SILENT);
        Replayed replayed = Replayed.of(RecordedConversation.named(archive, data, conversation), archive, to);
        if (steps) {
            print(new Steps(replayed.timeline(), turn, lane, after, replayed.position()));
        }
        Divergence found = replayed.divergence();
        if (found == null) {
            found = compared(data, replayed.runes(), mode);
        }
        print(replayed.report().with("mode", modeName), found);
        return found == null ? ExitCode.ACCEPTED : ExitCode.DENIED;
    }

    /** The first difference to another record: one in another folder, or one made by running again. */
    private @Nullable Divergence compared(Path data, List<Rune> runes, ReplayMode mode) {
        if (against != null) {
            RecordedConversation other = RecordedConversation.read(against, conversation);
            return LogDiff.first(runes.iterator(), other.runes().iterator());
        }
        return switch (mode) {
            case PLAYBACK -> null;
            case RESIMULATE -> resimulated(data, runes);
        };
    }

    /** The first difference to what the scenario in the first rune does when it is run again. */
    private @Nullable Divergence resimulated(Path data, List<Rune> runes) {
        try {
            List<Rune> again = Resimulation.of(runes).runes();
            int many = to == Long.MAX_VALUE ? again.size() : Math.min(runes.size(), again.size());
            return LogDiff.first(runes.iterator(), again.subList(0, many).iterator());
        } catch (BadScenario e) {
            throw new BadInput(data + ": " + e.reason());
        }
    }

    private void print(Steps passed) {
        if (json) {
            passed.objects().forEach(moment -> streams.out().println(moment.text()));
        } else {
            passed.lines().forEach(streams.out()::println);
        }
    }

    private void print(Json.Obj folded, @Nullable Divergence found) {
        Json.Obj report = folded.with("verified", found == null);
        if (!json) {
            told(report, found).forEach(streams.out()::println);
        } else if (diff) {
            streams.out()
                    .println(
                            found == null
                                    ? Json.Null.NULL.text()
                                    : found.toJson().text());
        } else {
            streams.out().println((found == null ? report : report.with("divergence", found.toJson())).text());
        }
        streams.out().flush();
    }

    /** For people: the states that the record leads to, and at last in one sentence what was proven. */
    private List<String> told(Json.Obj report, @Nullable Divergence found) {
        List<String> lines = new ArrayList<>();
        if (found != null && Boolean.TRUE.equals(report.flag("unfinished"))) {
            return unfinished(report, found);
        }
        if (found != null) {
            lines.add(
                    "Event " + found.eventId() + " of " + conversation + " differs at " + found.where() + ": expected "
                            + found.expected() + ", found " + found.found().replaceFirst("\\.$", "") + ".");
            if (found.where().equals("log")) {
                lines.add("The record is damaged there; ./parley log verify"
                        + (folder == null ? "" : " --data " + folder) + " tells more.");
            }
            if (!found.rules().isEmpty()) {
                lines.add("It breaks " + String.join(", ", found.rules()) + ".");
            }
            return lines;
        }
        if (diff) {
            return List.of("No difference.");
        }
        if (report.get("state") instanceof Json.Obj rooms) {
            rooms.fields().forEach((room, targets) -> room(room, targets, lines));
        }
        list(report, "other_rules", "Made by other rules than this program has, digests taken over: ", lines);
        if (report.number("proof_from") != null) {
            lines.add("The proof reaches back to event "
                    + report.number("proof_from").toPlainString()
                    + ": what came before was compacted.");
        }
        list(report, "unproven", "Not proven, because the log is of schema version 1: ", lines);
        lines.add("Verified: " + conversation + " has " + count(report, "runes", "event") + " and "
                + count(report, "verdicts", "verdict")
                + ". Each verdict was decided again from the record alone and comes"
                + " out as it was recorded, and what was said and done follows from them.");
        return lines;
    }

    private List<String> unfinished(Json.Obj report, Divergence found) {
        return List.of(
                "Unfinished: " + conversation + " ends in the middle of a step, after event "
                        + number(report, "proof_to") + ". Next had to come: " + found.expected() + ".",
                "Up to there it is proven: " + count(report, "runes", "event") + " and "
                        + count(report, "verdicts", "verdict") + ", each as the rules lead to it.",
                "The process that wrote it died there, or is still at it. Opening the folder for writing (talk, serve)"
                        + " finishes what it left.");
    }

    private static String count(Json.Obj report, String key, String one) {
        String many = number(report, key);
        return many + " " + one + (many.equals("1") ? "" : "s");
    }

    private static String number(Json.Obj report, String key) {
        Json number = report.get(key);
        return number == null ? "0" : number.text();
    }

    private static void list(Json.Obj report, String key, String before, List<String> lines) {
        if (report.get(key) instanceof Json.Arr(List<Json> names)) {
            lines.add(before
                    + String.join(", ", names.stream().map(ReplayCommand::plain).toList()) + ".");
        }
    }

    private static void room(String room, Json targets, List<String> lines) {
        lines.add(room + ":");
        if (targets instanceof Json.Obj each) {
            each.fields().forEach((target, state) -> {
                if (!(state instanceof Json.Null)) {
                    lines.add("  " + target + " is " + own(target, state));
                }
            });
        }
    }

    /** Of a whole house, what it says about this person. */
    private static String own(String target, Json state) {
        if (!(state instanceof Json.Obj house)
                || !(house.get("people") instanceof Json.Obj people)
                || !(people.get(target) instanceof Json.Obj person)) {
            return plain(state);
        }
        List<String> machines = new ArrayList<>();
        person.fields().forEach((machine, now) -> machines.add(machine + " " + plain(now)));
        return String.join(", ", machines);
    }

    private static String plain(Json value) {
        return value instanceof Json.Str(String text) ? text : value.text();
    }
}
