package dev.parley.app.command;

import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.app.record.RecordedConversation;
import dev.parley.app.record.Why;
import dev.parley.kernel.rune.Rune;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley explain}: why it was decided so, and what would change it. */
@Command(
        name = "explain",
        description = {
            "Explain one event: what led to it, down to somebody's words, which rule stood in the way, and what it led to.",
            "For a denial, also the nearest change that would have made the answer yes."
        },
        mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {
    private final Streams streams;

    @Parameters(
            index = "0",
            paramLabel = "CONVERSATION",
            description = "The conversation; './parley log show' names them.")
    private String conversation = "";

    @Parameters(
            index = "1",
            paramLabel = "EVENT_ID",
            description = "The event; './parley log show' has the numbers beside its lines.")
    private long eventId;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "The folder it was recorded in (default: ${DEFAULT-VALUE}).")
    private Path data = Path.of("data");

    @Option(names = "--json", description = "Print JSON and nothing else.")
    private boolean json;

    @Option(names = "--plain", description = "Without branches, for a screen reader.")
    private boolean plain;

    public ExplainCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        RecordedConversation recorded = RecordedConversation.read(data, conversation);
        Rune rune = recorded.at(eventId);
        if (rune == null) {
            String gone =
                    recorded.begins() == 0 ? "" : ", and what came up to event " + recorded.begins() + " was compacted";
            throw new BadInput("no event " + eventId + " in " + conversation + "; it has "
                    + recorded.runes().size() + " events" + gone);
        }
        Why why = Why.of(recorded, rune);
        if (json) {
            streams.out().println(why.toJson(conversation).text());
        } else {
            why.lines(plain).forEach(streams.out()::println);
        }
        streams.out().flush();
        return ExitCode.ACCEPTED;
    }
}
