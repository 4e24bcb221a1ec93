package held.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.Rebuild;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamEvent;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.stream.Subject;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.session.ConversationLoop;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.RunelogJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import held.Given;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A verdict that could not be written was not given: nothing counts it. */
class UnwrittenVerdictTest {
    private final List<Attestation> written = new ArrayList<>();
    private boolean broken;
    private final Registrar<Subject, StreamEvent> registrar =
            new Registrar<>(new StreamRoom(InterruptReading.MATRIX), attestation -> {
                if (broken) {
                    throw new IllegalStateException("the sink is closed");
                }
                written.add(attestation);
            });
    private Hash before;

    @BeforeEach
    void oneVerdictIsWrittenAndOneIsNot() {
        registrar.request(Records.ask("agent_a", "s1", "CREATE"));
        before = registrar.head();
        broken = true;
        boolean refused = false;
        try {
            registrar.request(Records.ask("agent_a", "s1", "START"));
        } catch (IllegalStateException closed) {
            refused = true;
        }
        Given.that(refused, "the sink is asked and refuses");
        broken = false;
    }

    @Test
    void whatWasNotWrittenIsNotInTheChain() {
        assertEquals(before, registrar.head(), "the chain has moved on without its record");
    }

    @Test
    void theNextVerdictHasTheNextNumber() {
        registrar.request(Records.ask("agent_a", "s1", "START"));
        assertEquals(
                List.of("att_1", "att_2"), written.stream().map(Attestation::id).toList(), "a number is left out");
    }

    @Test
    void whatWasWrittenCanBeRebuilt() {
        registrar.request(Records.ask("agent_a", "s1", "START"));
        Rebuild.Result rebuilt = Rebuild.into(
                new Registrar<>(new StreamRoom(InterruptReading.MATRIX), _ -> {}),
                written.stream().map(Attestation::toJson).toList());
        assertEquals(new Rebuild.Result.Verified(), rebuilt, "an honest record is called edited");
    }

    /** The same in a conversation on a log, which takes nothing that is nested deeper than 256 levels. */
    @Test
    void aRequestThatIsTooDeepToBeWrittenLeavesTheRecordProvable() throws Exception {
        Json deep = Json.Null.NULL;
        for (int i = 0; i < 300; i++) {
            deep = Json.of(List.of(deep));
        }
        Scenario scenario = ScenarioReader.yaml(
                "name: deep\npeople: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]\n");
        VirtualTime time = new VirtualTime(0);
        try (Runelog log = Runelog.open(new MemoryDisk(), RunelogSettings.inline(time, RandomSource.seeded(1)))) {
            RunelogJournal journal = RunelogJournal.inStep(log);
            ConversationLoop loop = new ConversationLoop(
                    scenario.conversation(),
                    scenario.settings(),
                    Map.of(),
                    ScenarioRun.world(scenario, time, journal, _ -> {}));
            loop.begin(Json.Obj.EMPTY);
            Json.Obj nested = Json.Obj.EMPTY.with("forced_captions", true).with("extra", deep);
            try {
                loop.offer(new SessionEvent.OverrideRequested("ENABLE_OVERRIDE", nested, "ana"));
            } catch (RuntimeException refused) {
                // How it is refused is not the point; the record is.
            }
            loop.offer(new SessionEvent.OverrideRequested(
                    "ENABLE_OVERRIDE", Json.Obj.EMPTY.with("forced_captions", true), "ana"));
            log.commit();
            assertNull(
                    Records.replayedRunes(log.read(scenario.conversation(), 0).toList()),
                    "one request that could not be written, and the honest record is called edited");
        }
    }
}
