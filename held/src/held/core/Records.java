package held.core;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.effect.Divergence;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import held.Given;
import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records, edited and chained anew, so that nothing but their meaning can give an edit away. */
final class Records {
    static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-01T10:00:00Z");

    private Records() {}

    static Request ask(String actor, String target, String action, Json.Obj parameters) {
        return new Request(AT, actor, target, action, parameters);
    }

    static Request ask(String actor, String target, String action) {
        return ask(actor, target, action, Json.Obj.EMPTY);
    }

    /** What a room records of these requests. */
    static <S extends Registered, E> List<RuneDraft> decided(
            Room<S, E> room, Json.Obj settings, List<Request> requests) {
        List<RuneDraft> drafts = new ArrayList<>();
        drafts.add(RuneDraft.of("c1", Replay.ROOM_OPENED, settings.with("room", room.name())));
        Registrar<S, E> registrar =
                new Registrar<>(room, attestation -> drafts.add(VerdictRune.draft("c1", room.name(), attestation)));
        requests.forEach(registrar::request);
        return drafts;
    }

    /** What a scenario records. */
    static List<RuneDraft> played(String yaml) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(yaml), journal);
        return drafts(journal.runes());
    }

    /** What a folder has of a conversation. */
    static List<RuneDraft> read(Path data, String conversation) throws IOException {
        RunelogSettings settings = RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1));
        try (Runelog log = Runelog.open(new RealDisk(data), settings)) {
            return drafts(log.read(conversation, 0).toList());
        }
    }

    static List<RuneDraft> drafts(List<Rune> runes) {
        List<RuneDraft> drafts = new ArrayList<>();
        runes.forEach(rune -> drafts.add(rune.draft()));
        return drafts;
    }

    /** Where the first rune of this kind is. */
    static int first(List<RuneDraft> record, String kind) {
        for (int i = 0; i < record.size(); i++) {
            if (record.get(i).kind().equals(kind)) {
                return i;
            }
        }
        throw new IllegalStateException("the record has no " + kind);
    }

    static Json.Obj without(Json.Obj payload, String key) {
        Map<String, Json> fields = new LinkedHashMap<>(payload.fields());
        fields.remove(key);
        return new Json.Obj(fields);
    }

    static List<Rune> chained(List<RuneDraft> record) {
        MemoryJournal journal = new MemoryJournal();
        record.forEach(journal::append);
        return journal.runes();
    }

    /** What replay says of a record, after it has said of the honest one that it is. */
    static Divergence replayed(List<RuneDraft> honest, List<RuneDraft> edited) {
        Divergence none = replayed(honest);
        Given.that(none == null, "the honest record is found edited: " + none);
        Given.that(!honest.equals(edited), "nothing was edited");
        return replayed(edited);
    }

    static Divergence replayed(List<RuneDraft> record) {
        return replayedRunes(chained(record));
    }

    static Divergence replayedRunes(List<Rune> runes) {
        Replay replay = new Replay(new Rooms());
        runes.forEach(replay::accept);
        return replay.divergence();
    }
}
