package dev.parley.replay.effect;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Registered;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.stream.Session;
import dev.parley.kernel.stream.Stream;
import dev.parley.kernel.stream.UserOverrides;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What plugins change in a reply that is being compiled. A change is taken back right after it: by the plugin whose change it
 * is, or by the owner of the reply because it asks for the impossible or somebody's own override stands above it. The owner
 * commits after what was asked for, allowed or not, and never else.
 */
final class Graphs implements Facts {
    private static final String ROOM = "verdict.stream";
    /** As for a person's override (ruling S7): a rate next to zero would make one sentence last for days. */
    private static final BigDecimal LEAST = new BigDecimal("0.1");

    private static final BigDecimal MOST = BigDecimal.TEN;

    /** The change that was asked for last, by whom and of which stream; empty if something else came after it. */
    private String plugin = "";

    private String changed = "";
    private Json.Obj change = Json.Obj.EMPTY;
    /** The stream whose changes are yet to be committed. */
    private String open = "";

    private boolean overridden;

    @Override
    public @Nullable Fault accept(Moment moment) {
        if (!moment.kind().equals(ROOM)) {
            return null;
        }
        Stream stream = moment.verdict() != null && moment.verdict().state() instanceof Stream found ? found : null;
        String owner = stream == null || stream.owner() == null ? "system" : stream.owner();
        Fault fault = switch (moment.action()) {
            case "ROLLBACK" -> back(moment, owner);
            case "COMMIT" -> open.equals(moment.target()) ? null : new Fault("a change to commit", moment.brief());
            case "COMPILE" -> open.equals(moment.target()) ? new Fault("COMMIT of " + open, moment.brief()) : null;
            default -> null;
        };
        decided(moment);
        return fault;
    }

    private @Nullable Fault back(Moment moment, String owner) {
        String actor = moment.actor();
        boolean directly = changed.equals(moment.target());
        boolean own = directly && actor.equals(plugin);
        boolean owners = directly && actor.equals(owner) && (overridden || !isPossible(change));
        boolean comesTooLate = ActorKind.of(actor) == ActorKind.PLUGIN && !moment.allows(ROOM);
        return own || owners || comesTooLate
                ? null
                : new Fault("ROLLBACK by " + (directly ? plugin : "a plugin that comes too late"), "by " + actor);
    }

    private void decided(Moment moment) {
        String action = moment.action();
        boolean changes = action.equals("MUTATE_GRAPH");
        plugin = changes ? moment.actor() : "";
        changed = changes ? moment.target() : "";
        change = changes ? Moment.object(moment.parameters(), "change") : Json.Obj.EMPTY;
        if (changes) {
            open = moment.target();
        } else if (action.equals("COMMIT")) {
            open = "";
        }
        overridden |= moment.allows(ROOM) && (action.equals("ENABLE_OVERRIDE") || action.equals("UPDATE_OVERRIDE"));
    }

    /** An override from before the record begins. */
    @Override
    public void stood(Registered state) {
        overridden |= (state instanceof Session session && session.override() != null)
                || (state instanceof UserOverrides users && !users.byUser().isEmpty());
    }

    /** What the old runtime was compiling has failed. */
    @Override
    public void takenOver() {
        open = "";
        changed = "";
    }

    private static boolean isPossible(Json.Obj change) {
        return isFactor(change.get("speech_rate")) && isFactor(change.get("pause_amplification"));
    }

    private static boolean isFactor(@Nullable Json value) {
        return value == null
                || (value instanceof Json.Num(BigDecimal number)
                        && number.compareTo(LEAST) >= 0
                        && number.compareTo(MOST) <= 0);
    }
}
