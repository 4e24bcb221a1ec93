package dev.parley.replay;

import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import java.util.ArrayList;
import java.util.List;

/** A conversation as its log would hold it. */
record Recorded(List<RuneDraft> drafts) {

    /** Decides these requests in a room and records every verdict. */
    static <S extends Registered, E> Recorded in(Room<S, E> room, Json.Obj settings, List<Request> requests) {
        List<RuneDraft> drafts = new ArrayList<>();
        drafts.add(RuneDraft.of("c1", "room.opened", settings.with("room", room.name())));
        Registrar<S, E> registrar =
                new Registrar<>(room, attestation -> drafts.add(VerdictRune.draft("c1", room.name(), attestation)));
        requests.forEach(registrar::request);
        return new Recorded(drafts);
    }

    Recorded with(int index, RuneDraft draft) {
        List<RuneDraft> edited = new ArrayList<>(drafts);
        edited.set(index, draft);
        return new Recorded(edited);
    }

    Recorded swapped(int one, int other) {
        return with(one, drafts.get(other)).with(other, drafts.get(one));
    }

    /** The runes with a chain that holds, whatever was edited before. */
    List<Rune> chained() {
        List<Rune> runes = new ArrayList<>();
        Hash previous = Hash.ZERO;
        for (RuneDraft draft : drafts) {
            Rune rune = Rune.of(draft, runes.size() + 1L, previous);
            previous = rune.hash();
            runes.add(rune);
        }
        return runes;
    }
}
