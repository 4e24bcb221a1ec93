package dev.parley.session.people;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.port.KeptOverride;
import dev.parley.session.record.Recorder;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a house keeps of a conversation for later ones: memories, and how people want to be spoken to.
 *
 * @param recorder of the conversation
 */
record Keepsakes(Memories memories, OverrideBook overrides, Recorder recorder) {
    void recall(String person, Consumer<Rune> imported) {
        memories.recall(person, recorder, imported);
    }

    void remember(String person, Rune words, Understanding understanding, Consumer<Knowledge> learned) {
        memories.remember(person, words, recorder, understanding, learned);
    }

    void chose(String person, long eventId, Json.@Nullable Obj override) {
        overrides.keep(person, recorder.conversation(), eventId, override);
    }

    List<KeptOverride> chosenElsewhere(House house) {
        return overrides.of(house.people().values(), recorder.conversation());
    }

    /** Nothing that anybody once told is remembered any more, here and in later conversations. */
    void forget() {
        memories.forget(recorder.conversation());
    }
}
