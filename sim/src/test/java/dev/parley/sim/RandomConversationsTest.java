package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.guard.RetryPolicy;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.DiskFaults;
import dev.parley.runelog.disk.SimulatedDisk;
import dev.parley.session.ConversationLoop;
import dev.parley.session.record.RunelogJournal;
import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.Scenario;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Thousands of conversations with faults; a failing one is named by its seed. */
class RandomConversationsTest {
    private static final int MANY = Boolean.getBoolean("parley.long") ? 20_000 : 2_000;
    private static final int EVERY = 50;
    private static final int REPLAYED = 20;

    private static List<Rune> run(Scenario scenario) {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(scenario, journal);
        return journal.runes();
    }

    /** Every conversation is recorded in a real log of its own on a simulated disk. */
    @Test
    void whatIsPromisedHoldsInEveryConversation() throws IOException {
        long asked = 0;
        for (long seed = 1; seed <= MANY; seed++) {
            SimulatedDisk disk = new SimulatedDisk(RandomSource.seeded(seed), DiskFaults.NONE);
            RunelogSettings settings = RunelogSettings.inline(new VirtualTime(0), RandomSource.seeded(seed));
            try (Runelog log = Runelog.open(disk, settings)) {
                asked += hold(seed, log);
            }
        }
        assertTrue(asked > MANY, "models were asked: " + asked);
    }

    private static long hold(long seed, Runelog log) {
        Scenario scenario = RandomConversations.of(seed);
        try {
            ToldModels told = new ToldModels(RunelogJournal.inStep(log));
            ScenarioRun.into(scenario, (_, _) -> told, told::around);
            List<Rune> runes;
            try (RuneReader reader = log.read(scenario.conversation(), 0)) {
                runes = reader.toList();
            }
            assertEquals(told.runes(), runes, "the disk has another record");
            ConversationProperties.hold(scenario, runes);
            return told.asked();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    /** Done by whoever wants to do it: lies, repetitions, swapped arguments, injected orders (rulings B17, B18, E10, E11). */
    @Test
    void aModelThatLiesGetsNothingDoneWithoutAYesOfItsOwn() {
        long ran = 0;
        long refused = 0;
        for (long seed = 1; seed <= MANY / 5; seed++) {
            Scenario scenario = RandomConversations.hostile(seed);
            RandomSource random = RandomSource.seeded(seed);
            MemoryJournal journal = new MemoryJournal();
            try {
                ScenarioRun.into(
                        scenario,
                        (_, _) -> journal,
                        ports -> new ConversationLoop.Ports(
                                ports.time(),
                                ports.timers(),
                                ports.journal(),
                                new ProvidersAround(
                                        ports.providers(),
                                        RetryPolicy.NONE,
                                        provider -> provider.profile().modality() == Modality.LLM
                                                ? new HostileModel(provider.profile(), random, ports)
                                                : provider),
                                ports.tools(),
                                ports.people()));
                ConversationProperties.hold(scenario, journal.runes());
                ran += AuthorityProperties.hold(scenario, journal.runes());
                if (seed % EVERY == 1 || seed <= REPLAYED) {
                    Replay replay = new Replay(new Rooms());
                    journal.runes().forEach(replay::accept);
                    assertNull(replay.divergence());
                }
                refused += journal.runes().stream()
                        .filter(rune -> rune.kind().equals("tool.result"))
                        .filter(rune -> "denied".equals(rune.payload().text("status")))
                        .count();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
        assertTrue(ran > MANY / 100, "people did open the garage: " + ran);
        assertTrue(refused > MANY / 5, "much was refused: " + refused);
    }

    @Test
    void theSameSeedGivesTheSameLogAndEveryVerdictIsDerivedAgain() throws Exception {
        for (long seed = 1; seed <= MANY; seed += EVERY) {
            Scenario scenario = RandomConversations.of(seed);
            List<Rune> first = run(scenario);
            assertEquals(ScenarioResult.logHash(first), ScenarioResult.logHash(run(scenario)), "seed " + seed);
            assertNull(Resimulation.of(first).divergence(), "seed " + seed);
            Replay replay = new Replay(new Rooms());
            first.forEach(replay::accept);
            assertNull(replay.divergence(), "seed " + seed);
        }
    }
}
