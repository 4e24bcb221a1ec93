package dev.parley.app.command;

import dev.parley.app.BadInput;
import dev.parley.app.ExitCode;
import dev.parley.app.Streams;
import dev.parley.app.record.Cause;
import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.Explanation;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley explain}: why it was decided so, and what would change it. */
@Command(
        name = "explain",
        description = {
            "Explain one event: what caused it, which rules were asked, which one stood in the way,",
            "and the nearest change that would have made the answer yes."
        },
        mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {
    private final Streams streams;

    @Parameters(index = "0", paramLabel = "CONVERSATION", description = "The conversation; 'parley log ls' names them.")
    private String conversation = "";

    @Parameters(index = "1", paramLabel = "EVENT_ID", description = "The event; 'parley log cat' numbers them.")
    private long eventId;

    @Option(names = "--data", paramLabel = "DIR", required = true, description = "The folder it was recorded in.")
    private Path data = Path.of("");

    public ExplainCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        RecordedConversation recorded = RecordedConversation.read(data, conversation);
        Rune rune = recorded.at(eventId);
        if (rune == null) {
            throw new BadInput("no event " + eventId + " in " + conversation + "; it has "
                    + recorded.runes().size() + " events");
        }
        Cause cause = Cause.of(recorded, rune);
        Explanation<?> explanation = cause.verdict() == null ? null : explain(recorded, cause.verdict());
        Json.Obj answer = Json.Obj.EMPTY
                .with("conversation", conversation)
                .with("event_id", eventId)
                .with("kind", rune.kind())
                .with("because", cause.toJson());
        if (explanation != null && cause.verdict() != null) {
            answer = answer.with("decided_at", cause.verdict().eventId()).with("explanation", explanation.toJson());
        }
        streams.out().println(answer.text());
        streams.out().flush();
        tell(rune, cause, explanation);
        return ExitCode.ACCEPTED;
    }

    private static @Nullable Explanation<?> explain(RecordedConversation recorded, Rune verdict) {
        Replay replay = new Replay(new Rooms());
        for (Rune rune : recorded.runes()) {
            if (rune.eventId() >= verdict.eventId() || !replay.accept(rune)) {
                break;
            }
        }
        return replay.explain(verdict);
    }

    private void tell(Rune rune, Cause cause, @Nullable Explanation<?> explanation) {
        streams.err().println("Event " + eventId + " is " + rune.kind() + ".");
        cause.told().forEach(streams.err()::println);
        if (explanation == null) {
            streams.err().println("No decision stands behind it: it was reported from outside.");
            return;
        }
        Request request = explanation.decided().attestation().request();
        streams.err()
                .println(request.actor() + " asked for " + request.action() + " on " + request.target() + ": "
                        + explanation.decided().decision().printed() + ".");
        explanation
                .failed()
                .forEach(rule -> streams.err()
                        .println("  " + rule.id() + " (" + rule.level() + "): " + rule.sentence() + " Here, "
                                + rule.how() + "."));
        if (!explanation.decided().isAllowed()) {
            streams.err().println(change(explanation.change()));
        }
    }

    private static String change(Explanation.@Nullable Change change) {
        return switch (change) {
            case null -> "No nearby change would have made it allowed.";
            case Explanation.Change.Instead(Request request) ->
                "It would be allowed if " + request.actor() + " asked for it"
                        + (request.parameters().fields().isEmpty()
                                ? "."
                                : " with " + request.parameters().text() + ".");
            case Explanation.Change.After(var first) ->
                "It would be allowed after "
                        + String.join(
                                ", then ",
                                first.stream()
                                        .map(step -> step.action() + " by " + step.actor())
                                        .toList())
                        + ".";
        };
    }
}
