package dev.parley.agent.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The compiled shapes and the schema validator agree on packets and on tens of thousands of mutants of them. */
class ShapeAgreementTest {
    private static final PacketSchemas SCHEMAS = new PacketSchemas();
    private static final int DOUBLE_MUTANTS = 4_000;
    private static final int PAIRS_PER_FIRST = 40;

    /** Where a shape may say no and the validator yes: forms that shapes leave to it on purpose. */
    private static final List<String> LEFT_TO_THE_VALIDATOR = List.of("= \"pkt_\\u00e9\"");

    private static String schemaOf(ObjectNode line) {
        if (line.has("event")) {
            return PacketSchemas.EVENT;
        }
        String type = line.path("header").path("packet_type").asString("");
        return PacketSchemas.PACKET_TYPES.contains(type) ? type : PacketSchemas.ANY_PACKET;
    }

    private static List<ObjectNode> corpus() {
        Map<String, ObjectNode> byType = new LinkedHashMap<>();
        for (PacketScript script : List.of(
                PacketScript.verifyPath(),
                PacketScript.writePath(),
                PacketScript.escalationPath(),
                PacketScript.safeModePath())) {
            script.lines().forEach(line -> byType.putIfAbsent(schemaOf(line), line));
        }
        return List.copyOf(byType.values());
    }

    @Test
    void theCorpusHasEveryTypeAndEveryPacketOfItSurelyFits() {
        assertEquals(PacketSchemas.PACKET_TYPES.size() + 1, corpus().size());
        for (ObjectNode line : corpus()) {
            assertTrue(SCHEMAS.surelyFits(schemaOf(line), line), line::toString);
            assertEquals(List.of(), SCHEMAS.validate(schemaOf(line), line));
        }
    }

    @Test
    void everySingleChangeIsJudgedAlike() {
        int accepted = 0;
        int refused = 0;
        for (ObjectNode line : corpus()) {
            for (Mutants.Mutant mutant : Mutants.of(line)) {
                if (judgedAlike(mutant)) {
                    accepted++;
                } else {
                    refused++;
                }
            }
        }
        System.out.println("single changes: " + accepted + " fit, " + refused + " do not; both judges agree");
        assertTrue(accepted > 3_000 && refused > 3_000);
    }

    @Test
    void changesInPairsAreJudgedAlike() {
        Random random = new Random(2);
        List<ObjectNode> corpus = corpus();
        for (int i = 0; i < DOUBLE_MUTANTS / PAIRS_PER_FIRST; i++) {
            List<Mutants.Mutant> once = Mutants.of(corpus.get(random.nextInt(corpus.size())));
            Mutants.Mutant first = once.get(random.nextInt(once.size()));
            List<Mutants.Mutant> twice = Mutants.of(first.line());
            for (int j = 0; j < PAIRS_PER_FIRST; j++) {
                Mutants.Mutant second = twice.get(random.nextInt(twice.size()));
                judgedAlike(new Mutants.Mutant(first.change() + " and " + second.change(), second.line()));
            }
        }
    }

    /** Asserts agreement and says whether the mutant fits. */
    private static boolean judgedAlike(Mutants.Mutant mutant) {
        String schema = schemaOf(mutant.line());
        List<String> misfits = SCHEMAS.validate(schema, mutant.line());
        boolean sure = SCHEMAS.surelyFits(schema, mutant.line());
        if (misfits.contains(PacketSchemas.GAVE_UP)) {
            return sure;
        }
        boolean valid = misfits.isEmpty();
        boolean left = LEFT_TO_THE_VALIDATOR.stream().anyMatch(mutant.change()::contains);
        assertTrue(valid || !sure, () -> "a shape accepts what the schema refuses: " + mutant.change());
        assertTrue(sure || !valid || left, () -> "a shape refuses what the schema accepts: " + mutant.change());
        return valid;
    }
}
