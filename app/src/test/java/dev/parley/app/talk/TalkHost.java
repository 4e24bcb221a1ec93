package dev.parley.app.talk;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.DiskFaults;
import dev.parley.runelog.disk.SimulatedDisk;
import dev.parley.session.event.SessionEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A house to talk to, with its record on a simulated disk. */
final class TalkHost implements AutoCloseable {
    private final SimulatedDisk disk = new SimulatedDisk(RandomSource.seeded(1), DiskFaults.NONE);
    private final ConfiguredTools shelf;
    private final Parley parley;

    TalkHost(Configuration configuration, TimeSource clock) {
        try {
            shelf = ConfiguredTools.open(configuration.shelf(), Path.of("target"));
            Runelog log = Runelog.open(disk, RunelogSettings.standard(clock, RandomSource.seeded(2)));
            parley = new ConfiguredAgents(configuration, shelf)
                    .into(Parley.over(log, disk))
                    .clock(clock)
                    .open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A conversation with this person, confirmed, or with a stranger. */
    TalkConversation talk(String name, @Nullable String person, TalkScreen screen) {
        Visit visit = person == null ? Visit.ofStranger() : Visit.of(person);
        return new TalkConversation(parley, parley.converse(name, visit, screen), visit.speaker());
    }

    /** Tells a conversation something that nobody says. */
    void tell(String name, SessionEvent event) {
        Conversation conversation = parley.conversation(name);
        if (conversation == null || !conversation.tell(event)) {
            throw new IllegalStateException(name + " is over");
        }
    }

    SimulatedDisk disk() {
        return disk;
    }

    @Override
    public void close() {
        parley.close();
        shelf.close();
    }
}
