package dev.parley.kernel;

import java.util.HashSet;
import java.util.Set;

/**
 * What is halted until an operator resumes it (ruling X4). The registrars of one conversation share it: a HALT in one room
 * halts all of them. A registrar by itself, as {@code drive} has it, halts by scope.
 */
public final class Halts {
    private final Set<String> scopes = new HashSet<>();
    private final boolean wholeConversation;

    private Halts(boolean wholeConversation) {
        this.wholeConversation = wholeConversation;
    }

    /** For the rooms of one conversation: what halts one of them halts all. */
    public static Halts ofConversation() {
        return new Halts(true);
    }

    static Halts byScope() {
        return new Halts(false);
    }

    /** Whether anything is halted. */
    public boolean isHalted() {
        return !scopes.isEmpty();
    }

    boolean isHalted(String scope) {
        return !scopes.isEmpty() && (wholeConversation || scopes.contains(scope));
    }

    void halt(String scope) {
        scopes.add(scope);
    }

    void lift(String scope) {
        if (wholeConversation) {
            scopes.clear();
        } else {
            scopes.remove(scope);
        }
    }

    Set<String> scopes() {
        return Set.copyOf(scopes);
    }

    Halts fork() {
        Halts copy = new Halts(wholeConversation);
        copy.scopes.addAll(scopes);
        return copy;
    }
}
