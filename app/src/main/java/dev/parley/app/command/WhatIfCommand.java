package dev.parley.app.command;

import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.app.record.RecordFolder;
import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.pipeline.yaml.BadYaml;
import dev.parley.pipeline.yaml.YamlDocument;
import dev.parley.replay.WhatIf;
import dev.parley.replay.WhatIfs;
import dev.parley.runelog.RuneArchive;
import dev.parley.session.people.CatalogueReader;
import dev.parley.session.people.HouseholdReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley what-if}: recorded requests, decided again under other rules. */
@Command(
        name = "what-if",
        description = {
            "Decide recorded requests again under other rules, each in the state that the record led to.",
            "Verdicts that come out otherwise are listed, first those that were denied and would be allowed."
        },
        mixinStandardHelpOptions = true)
public final class WhatIfCommand implements Callable<Integer> {
    private static final Set<String> RULINGS = Set.of("allow", "ask", "deny");

    private final Streams streams;

    @Parameters(arity = "0..*", paramLabel = "CONVERSATION", description = "Conversations (default: all).")
    private List<String> conversations = new ArrayList<>();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "The folder that holds the record (default: ${DEFAULT-VALUE}).")
    private Path data = Path.of("data");

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description = "The commands of the house, and who may give them.")
    private @Nullable Path catalogue;

    @Option(names = "--household", paramLabel = "FILE", description = "The people, with other roles or birthdates.")
    private @Nullable Path household;

    @Option(names = "--policy", paramLabel = "FILE", description = "A file that maps tools to allow, ask or deny.")
    private @Nullable Path policy;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Stop after so many seconds, print what was decided until then, and exit with 1.")
    private @Nullable Integer seconds;

    @Option(names = "--json", description = "One line per verdict that flips, and a summary, for programs.")
    private boolean json;

    public WhatIfCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        Catalogue commands = commands();
        Map<String, Json.Obj> people = people();
        Map<String, String> rulings = policy == null ? Map.of() : rulings(policy);
        RuneArchive archive = RecordFolder.read(data, new ProgressLine(streams.err()));
        WhatIfs.Report report = WhatIfs.of(
                archive,
                chosen(archive),
                name -> RecordedConversation.begun(archive, name, new WhatIf(commands, rulings, people)),
                new ProgressLine(streams.err()),
                stops());
        if (report.repeated() > 0) {
            streams.err().println("parley: " + report.repeated() + " names were given before and count once");
        }
        report.leftOut().forEach(sentence -> streams.err().println("parley: " + sentence));
        print(report);
        if (report.undecided() > 0) {
            streams.err()
                    .println("parley: stopped after " + seconds + " s; " + report.undecided()
                            + " conversations were not decided to their end");
            return ExitCode.DENIED;
        }
        return ExitCode.ACCEPTED;
    }

    private BooleanSupplier stops() {
        Integer most = seconds;
        if (most == null) {
            return () -> false;
        }
        if (most < 1) {
            throw new BadInput("--seconds is a number from 1, not " + most);
        }
        long begun = System.nanoTime();
        return () -> System.nanoTime() - begun >= TimeUnit.SECONDS.toNanos(most);
    }

    private @Nullable Catalogue commands() {
        try {
            return catalogue == null ? null : CatalogueReader.read(catalogue.toString(), read(catalogue));
        } catch (BadYaml bad) {
            throw new BadInput(String.valueOf(bad.getMessage()));
        }
    }

    private Map<String, Json.Obj> people() {
        Map<String, Json.Obj> people = new LinkedHashMap<>();
        try {
            if (household != null) {
                HouseholdReader.read(household.toString(), read(household))
                        .residents()
                        .forEach(resident -> people.put(resident.id(), resident.described()));
            }
            return people;
        } catch (BadYaml bad) {
            throw new BadInput(String.valueOf(bad.getMessage()));
        }
    }

    private List<String> chosen(RuneArchive archive) {
        List<String> known = archive.conversations();
        for (String name : conversations) {
            if (!known.contains(name)) {
                throw new BadInput("no conversation '" + name + "' in " + data + "; ./parley log show names them");
            }
        }
        return conversations.isEmpty() ? known : conversations;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw BadInput.unreadable(file, e);
        }
    }

    private static Map<String, String> rulings(Path file) {
        Map<String, String> rulings = new LinkedHashMap<>();
        try {
            if (YamlDocument.read(file.toString(), read(file)).json() instanceof Json.Obj tools) {
                tools.fields().forEach((tool, ruling) -> {
                    if (!(ruling instanceof Json.Str(String word)) || !RULINGS.contains(word)) {
                        throw new BadInput(file + ": " + tool + " is allow, ask or deny, not " + ruling.text());
                    }
                    rulings.put(tool, word);
                });
                return rulings;
            }
        } catch (BadYaml bad) {
            throw new BadInput(String.valueOf(bad.getMessage()));
        }
        throw new BadInput(file + ": a policy maps tools to allow, ask or deny");
    }

    private void print(WhatIfs.Report report) {
        int flips = report.flips().size();
        if (json) {
            report.flips().forEach(flip -> streams.out().println(flip.toJson().text()));
            streams.out()
                    .println(Json.Obj.EMPTY
                            .with("summary", true)
                            .with("verdicts", report.verdicts())
                            .with("flips", flips)
                            .with("denied_to_allowed", report.dangerous())
                            .with("repeated", report.repeated())
                            .with("undecided", report.undecided())
                            .text());
        } else {
            grouped(report.flips()).forEach((title, lines) -> {
                streams.out().println(title + ": " + lines.size());
                lines.forEach(streams.out()::println);
            });
            streams.out()
                    .println(report.verdicts() + " verdicts, " + flips + " come out otherwise, " + report.dangerous()
                            + " of them were denied and would be allowed.");
        }
        streams.out().flush();
    }

    /** By what changed, rule and person; the dangerous ones come first. */
    private static Map<String, List<String>> grouped(List<WhatIf.Flip> flips) {
        Map<String, List<String>> groups = new TreeMap<>();
        for (WhatIf.Flip flip : flips) {
            String who = flip.person().isEmpty() ? "" : ", " + flip.person();
            String title = (flip.isDangerous() ? "! " : "") + flip.recorded() + " -> " + flip.now() + " by "
                    + String.join(", ", flip.rules()) + who;
            groups.computeIfAbsent(title, _ -> new ArrayList<>())
                    .add("    " + flip.conversation() + " event " + flip.eventId() + ": " + flip.action());
        }
        return groups;
    }
}
