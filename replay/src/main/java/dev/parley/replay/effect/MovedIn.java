package dev.parley.replay.effect;

import dev.parley.kernel.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whom the program vouches for. The first rune of a conversation names them, and the house is told of nobody else without a
 * word of theirs. A runtime that comes later may bring other people along.
 */
final class MovedIn implements Facts {
    private final Set<String> named = new HashSet<>();
    private boolean told;

    @Override
    public @Nullable Fault accept(Moment moment) {
        if (moment.kind().equals("session.created")) {
            name(moment.payload());
        }
        boolean vouches = told
                && moment.allows("verdict.household")
                && moment.action().equals("validation_success")
                && moment.actor().equals("system")
                && !moment.parameters().has("voice");
        return vouches && !named.contains(moment.target())
                ? new Fault("one of the people of session.created, " + named, moment.brief())
                : null;
    }

    private void name(Json.Obj created) {
        told = true;
        if (created.get("people") instanceof Json.Arr(List<Json> people)) {
            people.forEach(each -> named.add(each instanceof Json.Str(String person) ? person : ""));
        }
        Json script = created.get("scenario");
        if (script instanceof Json.Obj scenario && scenario.get("people") instanceof Json.Arr(List<Json> people)) {
            for (Json each : people) {
                if (each instanceof Json.Obj person && Boolean.TRUE.equals(person.flag("confirmed"))) {
                    named.add(Moment.text(person, "id"));
                }
            }
        }
    }

    @Override
    public void takenOver() {
        told = false;
    }
}
