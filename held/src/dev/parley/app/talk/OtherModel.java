package dev.parley.app.talk;

import dev.parley.agent.Agent;
import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.ProfileStore;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A typed conversation as that commit wires it, in which another model thinks than the one that is built in. */
public final class OtherModel implements AutoCloseable {
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Runelog log;
    private final TalkConversation talk;

    public OtherModel(Path data, String person, Model model) throws Exception {
        SystemTime clock = new SystemTime();
        log = Runelog.open(new RealDisk(data), RunelogSettings.standard(clock, RandomSource.seeded(1)));
        HouseSpec house = HouseSpec.standard().visitedBy(person, true);
        talk = new TalkConversation("talk-1", person, house, ProfileStore.NONE, log, clock, said::add);
        Field agent = TalkConversation.class.getDeclaredField("agent");
        agent.setAccessible(true);
        Field thinks = Agent.class.getDeclaredField("model");
        thinks.setAccessible(true);
        thinks.set(agent.get(talk), model);
    }

    public void type(String text) {
        talk.type(text);
    }

    public void stop() {
        talk.stop();
    }

    /** What was said so far, in order. */
    public List<String> said() {
        return said;
    }

    /** The tools that were carried out, in order. */
    public List<String> ran() {
        List<Rune> runes = talk.recorded().runes();
        return runes.stream()
                .filter(rune -> rune.kind().equals("tool.dispatched"))
                .map(run -> runes.stream()
                        .filter(rune -> rune.kind().equals("tool.call"))
                        .filter(call -> String.valueOf(call.payload().text("call_id"))
                                .equals(run.payload().text("call_id")))
                        .map(call -> String.valueOf(call.payload().text("tool")))
                        .findFirst()
                        .orElse("?"))
                .toList();
    }

    @Override
    public void close() {
        talk.close();
        log.close();
    }
}
