package dev.parley.pipeline.cancel;

import java.util.Locale;

/** The four scopes, from the widest to the narrowest. A scope contains only narrower ones. */
public enum ScopeKind {
    SESSION,
    TURN,
    NODE,
    PROVIDER_CALL;

    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean contains(ScopeKind inner) {
        return compareTo(inner) < 0;
    }
}
