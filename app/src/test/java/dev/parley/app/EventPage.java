package dev.parley.app;

import dev.parley.app.command.EventListing;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.EventField;
import dev.parley.kernel.event.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The page about all kinds of events: a table for each group. */
final class EventPage {
    private static final Map<String, String> ABOUT = Map.ofEntries(
            Map.entry(
                    "AgentEvents",
                    "What agents write, request and use, and what happens when one of them fails or takes over."),
            Map.entry(
                    "ControlEvents",
                    "Signals of the control lane: connection, interruption, budgets, queues, providers, leases and"
                            + " placement."),
            Map.entry(
                    "ConversationEvents", "How a conversation begins and resumes, and the settings by which it runs."),
            Map.entry("HouseholdEvents", "What a household knows about its people, and how conversations learn of it."),
            Map.entry(
                    "HumanEvents",
                    "What humans of the roster did with the floor, and what operators and approvers answered."),
            Map.entry("LogEvents", "What the log and the server record about themselves."),
            Map.entry(
                    "PipelineEvents",
                    "What the parts of the pipeline did: provider calls, media, edges and speculation."),
            Map.entry("PlaybackEvents", "What is played of the replies, and which captions are shown."),
            Map.entry(
                    "SpeechEvents",
                    "How replies are phrased for those present, what is withheld of them, and which speech was rejected."),
            Map.entry("ToolEvents", "What tools do, the workspace that they change, and packets that fit no schema."),
            Map.entry("TurnEvents", "The course of a turn."),
            Map.entry("UserEvents", "What users say and answer."),
            Map.entry("VerdictEvents", "What the rooms decide, by which rules, and which invariants were violated."),
            Map.entry("VoiceEvents", "Voices that are detected, and the transcripts of what they say."));

    private EventPage() {}

    static String text() {
        Map<String, List<EventType>> groups = new TreeMap<>();
        for (EventType type : EventCatalogue.types()) {
            String group = type.type().getEnclosingClass().getSimpleName();
            groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(type);
        }
        StringBuilder page = new StringBuilder("""
                # Kinds of events

                Every event of a log has a kind. This page lists all of them. It is generated from the records in
                `kernel/src/main/java/dev/parley/kernel/event`, and a test fails when it is stale. `./parley events` prints the
                same list, `./parley events --json` prints it for programs, and `./parley events --schema KIND` prints the JSON
                Schema of a payload.

                A field with a question mark is absent from some events. Readers ignore fields that they do not know, because
                later versions add some. Two rules hold for all kinds:

                - A field that says something about a person names that person in parentheses: the field that holds the
                  person's id, `asker` for the user whose words began the turn, or `everybody`. An event that discloses a
                  confidential fact about a person is not public, whatever the table says; where that person may see it,
                  `confided_to` has the person's id.
                - A pipeline with recording level L0 keeps no texts. In place of `pii_text` the log then has its digest as
                  `text_sha256`, and the same holds for the other fields whose names begin with `pii_` and for `content`.

                | column | meaning |
                |---|---|
                | lane | telemetry may be dropped when the log cannot keep up; control and data are never dropped |
                | visibility | who may see such an event: `public` every client of the conversation, `internal` operators, `secret` auditors and admins |
                | write | what an effect waits for: `irreversible` events are on disk before the effect, `silence` never waits |
                """);
        groups.forEach((group, types) -> page.append(section(group, types)));
        return page.toString();
    }

    private static String section(String group, List<EventType> types) {
        String about = ABOUT.get(group);
        if (about == null) {
            throw new IllegalStateException("EventPage has no sentence about the group " + group);
        }
        String title = group.substring(0, group.length() - "Events".length());
        StringBuilder section = new StringBuilder("\n## " + title + "\n\n" + about + "\n\n")
                .append("| kind | what happened | lane | visibility | write | fields |\n|---|---|---|---|---|---|\n");
        for (EventType type : types) {
            String cells = String.join(
                    " | ",
                    "`" + type.kind() + "`",
                    type.means(),
                    EventListing.lane(type),
                    EventListing.visibility(type),
                    type.writeClass().name().toLowerCase(Locale.ROOT),
                    type.fields().stream().map(EventPage::field).collect(Collectors.joining(", ")));
            section.append("| ").append(cells).append(" |\n");
        }
        return section.toString();
    }

    private static String field(EventField field) {
        String name = "`" + field.name() + "`" + (field.isOptional() ? "?" : "");
        return name + " " + field.type() + (field.about() == null ? "" : " (" + field.about() + ")");
    }
}
