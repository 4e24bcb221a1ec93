package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.config.Configuration;
import dev.parley.kernel.port.RandomSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.DiskFaults;
import dev.parley.runelog.disk.SimulatedDisk;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.ProfileStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ruling D3 in the program itself: a disk that fails in the middle of a conversation ends all speech and all acts. */
@Timeout(60)
class TalkDiskTest {
    private static final DiskFaults BROKEN = new DiskFaults(0, 0, 0, 0, 0, 0, 1000);

    @Test
    void nothingIsSaidOnceTheDiskHasFailed() throws Exception {
        SimulatedDisk disk = new SimulatedDisk(RandomSource.seeded(1), DiskFaults.NONE);
        SystemTime clock = new SystemTime();
        List<String> said = new CopyOnWriteArrayList<>();
        Runelog log = Runelog.open(disk, RunelogSettings.standard(clock, RandomSource.seeded(2)));
        TalkConversation talk = new TalkConversation(
                "talk-1",
                "ana",
                Configuration.DEFAULT.with(HouseSpec.standard().visitedBy("ana", true)),
                ProfileStore.NONE,
                log,
                clock,
                Screen.ofLines(said::add),
                0);
        talk.type("turn on the kitchen lights");
        assertEquals(List.of("The kitchen lights are on."), said);
        assertFalse(talk.isSilenced());
        disk.failAs(BROKEN);
        talk.type("turn on the hall lights");
        talk.type("turn on the hall lights");
        assertEquals(1, said.size(), said::toString);
        assertTrue(talk.isSilenced());
        talk.close();
    }
}
