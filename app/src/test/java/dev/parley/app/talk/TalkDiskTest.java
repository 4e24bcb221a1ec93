package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.config.Configuration;
import dev.parley.runelog.disk.DiskFaults;
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
        List<String> said = new CopyOnWriteArrayList<>();
        TalkHost house = new TalkHost(Configuration.DEFAULT, new SystemTime());
        TalkConversation talk = house.talk("talk-1", "ana", TalkScreen.ofLines(said::add));
        talk.type("turn on the kitchen lights");
        assertEquals(List.of("The kitchen lights are on."), said);
        assertFalse(talk.isSilenced());
        house.disk().failAs(BROKEN);
        talk.type("turn on the hall lights");
        talk.type("turn on the hall lights");
        assertEquals(1, said.size(), said::toString);
        assertTrue(talk.isSilenced());
        talk.close();
    }
}
