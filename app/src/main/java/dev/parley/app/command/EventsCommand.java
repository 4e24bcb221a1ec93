package dev.parley.app.command;

import dev.parley.app.io.BadInput;
import dev.parley.app.io.ExitCode;
import dev.parley.app.io.Streams;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.EventType;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code parley events}: the kinds of events that a log can hold. */
@Command(
        name = "events",
        description = "List the kinds of events: lane, visibility, and what happened.",
        mixinStandardHelpOptions = true)
public final class EventsCommand implements Callable<Integer> {
    private static final String ALL = "";

    private final Streams streams;

    @Option(names = "--json", description = "Print one JSON object per kind, with its fields.")
    private boolean json;

    @Option(
            names = "--schema",
            arity = "0..1",
            fallbackValue = ALL,
            paramLabel = "KIND",
            description = "Print the JSON Schema of the payloads, of one kind or of all.")
    private @Nullable String schema;

    public EventsCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        if (schema != null) {
            streams.out().println(EventListing.schema(wanted(schema)).text());
        } else if (json) {
            EventCatalogue.types()
                    .forEach(type ->
                            streams.out().println(EventListing.json(type).text()));
        } else {
            EventListing.table(EventCatalogue.types()).forEach(streams.out()::println);
        }
        streams.out().flush();
        return ExitCode.ACCEPTED;
    }

    private static Collection<EventType> wanted(String kind) {
        if (kind.equals(ALL)) {
            return EventCatalogue.types();
        }
        EventType type = EventCatalogue.find(kind);
        if (type == null) {
            throw new BadInput("no kind of event '" + kind + "'; ./parley events lists them");
        }
        return List.of(type);
    }
}
