package dev.parley.replay.explain;

import dev.parley.kernel.Request;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.turn.RegisteredTurn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What might be asked of a turn. */
final class TurnWays implements Ways<RegisteredTurn> {
    private static final String EPOCH = "epoch";
    private static final List<String> SIGNALS =
            List.of("turn_open_proposed", "turn_open", "reject", "commit", "abort", "close");

    /** Under the lease that is in force. */
    @Override
    public List<Request> instead(View<RegisteredTurn> view, Request denied) {
        RegisteredTurn turn = view.state(denied.target());
        return turn == null || !denied.parameters().has(EPOCH)
                ? List.of()
                : List.of(denied.instead(
                        denied.actor(),
                        denied.target(),
                        denied.action(),
                        denied.parameters().with(EPOCH, turn.state().epoch())));
    }

    @Override
    public List<Request> before(View<RegisteredTurn> view, Request denied, int step) {
        List<Request> all = new ArrayList<>();
        SIGNALS.forEach(signal -> all.add(denied.instead(denied.actor(), denied.target(), signal, Json.Obj.EMPTY)));
        return all;
    }

    /** A turn that is over stays over. */
    @Override
    public @Nullable Request anew(Request denied) {
        String fresh = denied.target().isEmpty() ? "new" : denied.target() + "_2";
        return denied.instead(denied.actor(), fresh, denied.action(), denied.parameters());
    }
}
