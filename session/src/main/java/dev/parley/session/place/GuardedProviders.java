package dev.parley.session.place;

import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Providers that are called only while the runtime has its conversation (ruling D7). Stopping a call is always allowed. */
public record GuardedProviders(Providers providers, BooleanSupplier mayAct) implements Providers {
    @Override
    public List<String> names(ProviderKind kind) {
        return providers.names(kind);
    }

    @Override
    public void start(Call call) {
        if (mayAct.getAsBoolean()) {
            providers.start(call);
        }
    }

    @Override
    public void cancel(long callId) {
        providers.cancel(callId);
    }

    @Override
    public void release(long callId) {
        providers.release(callId);
    }
}
