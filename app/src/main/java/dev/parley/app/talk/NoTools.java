package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import dev.parley.session.port.Tools;
import org.jspecify.annotations.Nullable;

/** The loop itself runs no tool here: the agent does, through its router. */
final class NoTools implements Tools {
    @Override
    public @Nullable Listing listing(String tool) {
        return null;
    }

    @Override
    public void start(String callId, String tool, Json.Obj args) {
        throw new IllegalStateException("a tool without terms never starts");
    }

    @Override
    public void cancel(String callId) {}
}
