package dev.parley.kernel.stream;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The active user-scoped overrides of all users. They outlive every session (ruling A12). */
public record UserOverrides(SortedMap<String, AccessibilityState> byUser) implements Subject {
    static final UserOverrides NONE = new UserOverrides(Collections.emptySortedMap());

    @Override
    public String id() {
        return Keys.USERS;
    }

    @Nullable
    AccessibilityState of(String user) {
        return byUser.get(user);
    }

    /** The one that counts for a stream of this user; for one of every user, any does. */
    @Nullable
    AccessibilityState forStreamOf(@Nullable String user) {
        if (user != null) {
            return byUser.get(user);
        }
        return byUser.isEmpty() ? null : byUser.firstEntry().getValue();
    }

    /** A copy in which this user has that override, or none. */
    UserOverrides with(String user, @Nullable AccessibilityState override) {
        SortedMap<String, AccessibilityState> copy = new TreeMap<>(byUser);
        if (override == null) {
            copy.remove(user);
        } else {
            copy.put(user, override);
        }
        return new UserOverrides(Collections.unmodifiableSortedMap(copy));
    }
}
