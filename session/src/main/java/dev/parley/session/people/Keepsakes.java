package dev.parley.session.people;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
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
    /** Brings what these people once told, and that everything before it was forgotten, into the conversation. */
    void recall(List<String> people, Confidences here) {
        boolean _ = learnForgotten(here);
        people.forEach(person -> memories.recall(person, recorder, imported -> here.takeUp(List.of(imported))));
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

    /** Nothing that anybody once told is remembered any more, in any conversation. */
    void forget(Confidences here) {
        memories.forget(recorder.conversation());
        boolean _ = learnForgotten(here);
        overrides.tellOthers(recorder.conversation(), new SessionEvent.HouseForgot());
    }

    /** Whether everything was forgotten elsewhere since this conversation last knew of it; now it knows what was told since. */
    boolean relearn(List<String> people, Confidences here) {
        boolean isForgotten = learnForgotten(here);
        if (isForgotten) {
            recall(people, here);
        }
        return isForgotten;
    }

    private boolean learnForgotten(Confidences here) {
        Rune imported = memories.forgottenAfter(here.forgotten(), recorder);
        if (imported != null) {
            here.takeUp(List.of(imported));
        }
        return imported != null;
    }
}
