package dev.parley.agent.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.Violation;
import dev.parley.kernel.episode.Breach;
import dev.parley.kernel.episode.EpisodeEntry;
import dev.parley.kernel.episode.EpisodeEvent;
import dev.parley.kernel.episode.EpisodeRequests;
import dev.parley.kernel.episode.EpisodeRoom;
import dev.parley.kernel.episode.EpisodeState;
import dev.parley.kernel.episode.EpisodeValidator;
import dev.parley.kernel.episode.EpisodeVerdict;
import dev.parley.kernel.episode.Profile;
import dev.parley.kernel.episode.RegisteredEpisode;
import dev.parley.kernel.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The episode room and {@code episode check} read every packet alike and decide every episode alike. */
class RoomAgreementTest {
    private static final PacketReader READER = new PacketReader(new PacketSchemas());
    private static final int EPISODES = 3_000;

    private static Json json(JsonNode node) {
        if (node.isObject()) {
            return object(node);
        }
        if (node.isArray()) {
            List<Json> items = new ArrayList<>();
            node.forEach(item -> items.add(json(item)));
            return Json.of(items);
        }
        if (node.isNumber()) {
            return new Json.Num(node.decimalValue());
        }
        return node.isString()
                ? Json.of(node.stringValue())
                : node.isBoolean() ? new Json.Bool(node.booleanValue()) : Json.Null.NULL;
    }

    private static Json.Obj object(JsonNode node) {
        Map<String, Json> fields = new LinkedHashMap<>();
        node.properties().forEach(field -> fields.put(field.getKey(), json(field.getValue())));
        return new Json.Obj(fields);
    }

    private static @Nullable EpisodeEntry entry(ObjectNode line) {
        byte[] bytes = line.toString().getBytes(StandardCharsets.UTF_8);
        return READER.read(bytes, 0, bytes.length) instanceof Reading.Fit fit ? fit.entry() : null;
    }

    private static List<ObjectNode> lines() {
        return Stream.of(
                        PacketScript.readPath(),
                        PacketScript.verifyPath(),
                        PacketScript.writePath(),
                        PacketScript.escalationPath(),
                        PacketScript.safeModePath())
                .flatMap(script -> script.lines().stream())
                .toList();
    }

    @Test
    void everyPacketThatFitsItsSchemaIsReadAlike() {
        EpisodeRoom room = new EpisodeRoom(Profile.STRICT);
        Map<String, ObjectNode> byType = new LinkedHashMap<>();
        for (ObjectNode line : lines()) {
            EpisodeEntry entry = entry(line);
            assertNotNull(entry, line::toString);
            byType.putIfAbsent(entry.typeName(), line);
        }
        int read = 0;
        for (ObjectNode line : byType.values()) {
            for (Mutants.Mutant mutant : Mutants.of(line)) {
                EpisodeEntry entry = entry(mutant.line());
                if (entry != null) {
                    var understood = assertInstanceOf(
                            dev.parley.kernel.Reading.Understood.class,
                            room.read(EpisodeRequests.of("agent", entry, object(mutant.line()))),
                            mutant::change);
                    assertEquals(new EpisodeEvent(entry, false), understood.event(), mutant::change);
                    read++;
                }
            }
        }
        assertTrue(read > 3_000, "read " + read);
    }

    /** Lines of good episodes with some left out, repeated or moved, one episode after the other under one name. */
    @Test
    void everyEpisodeIsDecidedAlikeWhateverItsOrder() {
        long seed = 11;
        Random random = new Random(seed);
        Set<String> rules = new TreeSet<>();
        for (int i = 0; i < EPISODES; i++) {
            List<ObjectNode> lines = disturbed(random);
            EpisodeValidator validator = new EpisodeValidator(Profile.STRICT);
            Registrar<RegisteredEpisode, EpisodeEvent> registrar =
                    new Registrar<>(new EpisodeRoom(Profile.STRICT), attestation -> {});
            for (ObjectNode line : lines) {
                EpisodeEntry entry = entry(line);
                if (entry == null) {
                    continue;
                }
                String where = "seed " + seed + " episode " + i + " line " + line;
                EpisodeVerdict expected = validator.judge(entry);
                Verdict<RegisteredEpisode> verdict =
                        registrar.request(EpisodeRequests.of("agent", entry, object(line)));
                assertEquals(expected.accepted(), verdict.isAllowed(), where);
                assertEquals(
                        Stream.concat(expected.errors().stream(), expected.warnings().stream())
                                .map(Breach::rule)
                                .toList(),
                        verdict.violations().stream().map(Violation::id).toList(),
                        where);
                RegisteredEpisode episode = registrar.view().state(entry.correlationId());
                assertEquals(
                        validator.stateOf(entry.correlationId()),
                        episode == null ? EpisodeState.S0_IDLE : episode.state(),
                        where);
                expected.errors().forEach(error -> rules.add(error.rule()));
            }
        }
        assertTrue(rules.size() > 8 && rules.contains("budget"), rules::toString);
    }

    private static List<ObjectNode> disturbed(Random random) {
        List<PacketScript> scripts = List.of(
                PacketScript.readPath(),
                PacketScript.verifyPath(),
                PacketScript.writePath(),
                PacketScript.escalationPath(),
                PacketScript.safeModePath());
        List<ObjectNode> lines =
                new ArrayList<>(scripts.get(random.nextInt(scripts.size())).lines());
        for (ObjectNode line : lines) {
            if (random.nextInt(6) == 0 && line.path("mcp").path("budgets") instanceof ObjectNode budgets) {
                budgets.put("tool_call_budget", random.nextInt(2)).put("token_budget", random.nextInt(50));
            }
        }
        for (int change = random.nextInt(4); change > 0; change--) {
            ObjectNode moved = lines.get(random.nextInt(lines.size()));
            switch (random.nextInt(3)) {
                case 0 -> lines.remove(moved);
                case 1 -> lines.add(random.nextInt(lines.size()), moved);
                default -> {
                    lines.remove(moved);
                    lines.add(random.nextInt(lines.size() + 1), moved);
                }
            }
        }
        return lines;
    }
}
