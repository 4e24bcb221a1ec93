package dev.parley.app.command;

import dev.parley.app.BadInput;
import dev.parley.app.ExitCode;
import dev.parley.app.Streams;
import dev.parley.app.record.RecordFolder;
import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.yaml.BadYaml;
import dev.parley.pipeline.yaml.YamlDocument;
import dev.parley.replay.Divergence;
import dev.parley.replay.WhatIf;
import dev.parley.session.people.CatalogueReader;
import dev.parley.session.people.HouseholdReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
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
        List<String> chosen = chosen();
        List<WhatIf.Flip> flips = new ArrayList<>();
        long verdicts = 0;
        for (String name : chosen) {
            WhatIf whatIf = new WhatIf(commands, rulings, people);
            for (Rune rune : RecordedConversation.read(data, name).runes()) {
                if (!whatIf.accept(rune)) {
                    tell(name, whatIf.divergence());
                    break;
                }
            }
            flips.addAll(whatIf.flips());
            verdicts += whatIf.verdicts();
        }
        print(flips, verdicts);
        return ExitCode.ACCEPTED;
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

    private void tell(String name, @Nullable Divergence found) {
        if (found != null) {
            streams.err()
                    .println("parley: event " + found.eventId() + " of " + name
                            + " is not what its own rules lead to; what follows it is left out");
        }
    }

    private List<String> chosen() {
        if (!conversations.isEmpty()) {
            return conversations;
        }
        return RecordFolder.read(data, new ProgressLine(streams.err())).conversations();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new BadInput(file + ": cannot be read: " + e.getMessage());
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

    private void print(List<WhatIf.Flip> flips, long verdicts) {
        List<WhatIf.Flip> sorted = new ArrayList<>(flips);
        sorted.sort(Comparator.comparing(flip -> !flip.isDangerous()));
        long dangerous = flips.stream().filter(WhatIf.Flip::isDangerous).count();
        if (json) {
            sorted.forEach(flip -> streams.out().println(flip.toJson().text()));
            streams.out()
                    .println(Json.Obj.EMPTY
                            .with("summary", true)
                            .with("verdicts", verdicts)
                            .with("flips", flips.size())
                            .with("denied_to_allowed", dangerous)
                            .text());
        } else {
            sorted.forEach(flip -> streams.out().println(line(flip)));
            streams.out()
                    .println(verdicts + " verdicts, " + flips.size() + " come out otherwise, " + dangerous
                            + " of them were denied and would be allowed.");
        }
        streams.out().flush();
    }

    private static String line(WhatIf.Flip flip) {
        String who = flip.person().isEmpty() ? "" : " of " + flip.person();
        return (flip.isDangerous() ? "! " : "  ") + flip.conversation() + " event " + flip.eventId() + ": "
                + flip.action() + who + " was " + flip.recorded() + " and would be " + flip.now() + " ("
                + String.join(", ", flip.rules()) + ")";
    }
}
