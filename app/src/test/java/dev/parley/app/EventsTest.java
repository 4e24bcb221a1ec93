package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.parley.agent.json.JsonDecoder;
import dev.parley.app.record.RecordedConversation;
import dev.parley.app.talk.StoryRecords;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.EventType;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code parley events} says of the kinds of events holds for what is recorded. */
class EventsTest {
    private static final Path ROOT = Path.of(System.getProperty("parley.root", ".."));
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final Commands commands = new Commands();
    private final Map<String, Schema> known = new HashMap<>();

    /** The committed page is what the catalogue says; a stale one is written anew and fails the build. */
    @Test
    void theCommittedPageListsAllKinds() throws IOException {
        Path page = ROOT.resolve("docs").resolve("events.md");
        String generated = EventPage.text();
        String committed = Files.exists(page) ? Files.readString(page) : "";
        if (!generated.equals(committed)) {
            Files.writeString(page, generated);
        }
        assertEquals(generated, committed, page + " was stale and has been generated again: look at it and commit it");
    }

    @Test
    void printsATableForPeople() {
        List<String> table = commands.run("", "events");
        assertEquals(EventCatalogue.types().size() + 1, table.size());
        assertTrue(
                table.stream().anyMatch(line -> line.matches("turn\\.started +control +public +A turn started\\.")),
                () -> String.join("\n", table));
    }

    @Test
    void printsOneObjectForEachKind() throws Exception {
        List<String> lines = commands.run("", "events", "--json");
        assertEquals(EventCatalogue.types().size(), lines.size());
        Json.Obj ended = object(lines.stream()
                .filter(line -> line.contains("\"kind\":\"playback.ended\""))
                .findFirst()
                .orElseThrow());
        assertEquals("data", ended.text("lane"));
        assertEquals("public", ended.text("visibility"));
        assertEquals("speech", ended.text("write"));
        assertTrue(
                ended.text()
                        .contains(
                                "{\"name\":\"after\",\"type\":\"integer\",\"optional\":true,\"about\":null,\"free\":false}"),
                ended.text());
    }

    @Test
    void printsTheSchemaOfOneKindOrOfAll() throws Exception {
        Json.Obj all = object(String.join("\n", commands.run("", "events", "--schema")));
        assertEquals("https://json-schema.org/draft/2020-12/schema", all.text("$schema"));
        assertEquals(
                EventCatalogue.types().stream().map(EventType::kind).toList(),
                List.copyOf(definitions(all).fields().keySet()));
        Json.Obj one = object(String.join("\n", commands.run("", "events", "--schema", "turn.started")));
        assertEquals(Set.of("turn.started"), definitions(one).fields().keySet());
        assertEquals(definitions(all).get("turn.started"), definitions(one).get("turn.started"));
    }

    @Test
    void everyRecordedEventFitsItsSchema(@TempDir Path folder) throws Exception {
        List<Rune> recorded = new ArrayList<>(typed(folder));
        StoryRecords.played().values().forEach(recorded::addAll);
        recorded.addAll(scenarios());
        Set<String> seen = new HashSet<>();
        for (Rune rune : recorded) {
            assertEquals(List.of(), errors(rune.kind(), rune.payload()), () -> rune.kind() + " " + rune.payload());
            if (seen.add(rune.kind())) {
                refusesFieldsOfAnotherType(rune);
            }
        }
        assertTrue(seen.size() >= 50, () -> "only " + seen.size() + ": " + seen);
    }

    private void refusesFieldsOfAnotherType(Rune rune) {
        EventType type = EventCatalogue.find(rune.kind());
        assertNotNull(type, rune.kind());
        type.fields().stream()
                .filter(field ->
                        rune.payload().has(field.name()) && !field.type().equals("any"))
                .forEach(field -> {
                    Json.Obj wrong = rune.payload().with(field.name(), Json.Null.NULL);
                    assertFalse(errors(rune.kind(), wrong).isEmpty(), () -> rune.kind() + " " + wrong);
                });
    }

    private List<Rune> typed(Path folder) {
        String lines = "turn on the kitchen lights\nopen the garage\nno\nremember that I like tea\n";
        commands.run(lines, "talk", "--as", "ana", "--data", folder.toString());
        return RecordedConversation.read(folder, "talk-1").runes();
    }

    /** Every tenth scenario. */
    private static List<Rune> scenarios() throws IOException, BadScenario {
        List<Path> files;
        try (Stream<Path> all = Files.list(ROOT.resolve("scenarios"))) {
            files = all.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
        List<Rune> recorded = new ArrayList<>();
        for (int i = 0; i < files.size(); i += 10) {
            Path file = files.get(i);
            Scenario scenario =
                    ScenarioReader.yaml(Files.readString(file), name -> Files.readString(file.resolveSibling(name)));
            MemoryJournal journal = new MemoryJournal();
            ScenarioRun.into(scenario, journal);
            recorded.addAll(journal.runes());
        }
        return recorded;
    }

    private List<String> errors(String kind, Json.Obj payload) {
        Schema schema = known.computeIfAbsent(kind, EventsTest::schema);
        return schema.validate(payload.text(), InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    private static Schema schema(String kind) {
        EventType type = EventCatalogue.find(kind);
        assertNotNull(type, kind);
        return SCHEMAS.getSchema(type.schema().text(), InputFormat.JSON);
    }

    private static Json.Obj definitions(Json.Obj document) {
        return (Json.Obj) Objects.requireNonNull(document.get("$defs"));
    }

    private static Json.Obj object(String text) throws JsonDecoder.NotJson {
        return (Json.Obj) JsonDecoder.decode(text);
    }
}
