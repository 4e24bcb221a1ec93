package dev.parley.kernel.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the stream model and rulings A1 to A15 say about one combination, written down as plainly as can be, without
 * looking at the code it is compared with.
 */
final class NaiveTable {
    private static final Map<String, Set<String>> ROWS = Map.of(
            "START", Set.of("idle"),
            "COMPILE", Set.of("compiling", "compiling committed"),
            "SYNTHESIZE", Set.of("synthesizing"),
            "PLAY", Set.of("synthesizing"),
            "INTERRUPT", Set.of("playing"),
            "STOP", Set.of("playing"),
            "FAIL", Set.of("idle", "compiling", "compiling committed", "synthesizing", "playing", "interrupting"),
            "RESTART", Set.of("stopped", "failed", "failed compiling", "failed playing"),
            "MUTATE_GRAPH", Set.of("compiling"),
            "COMMIT", Set.of("compiling"));

    private static final Set<String> COMMITTED =
            Set.of("compiling committed", "synthesizing", "playing", "interrupting", "stopped", "failed playing");

    private static final Set<String> DEAD = Set.of("stopped", "failed", "failed compiling", "failed playing");

    private static final Set<String> LIFECYCLE = Set.of("START", "COMPILE", "SYNTHESIZE", "PLAY", "FAIL", "RESTART");

    /** One combination, in words. Actors are owner, agent, delegate, plugin, user, other user, system, operator. */
    record Row(
            InterruptReading reading,
            String state,
            String action,
            String actor,
            boolean owned,
            boolean override,
            boolean interruptible,
            boolean ended) {}

    private NaiveTable() {}

    /** The rules that the combination breaks, in the order of ruling A10. */
    static List<String> broken(Row row) {
        if (row.ended) {
            return List.of("audio.lifecycle.valid_transition");
        }
        List<String> broken = new ArrayList<>();
        boolean override = row.override;
        if (!ownership(row)) {
            broken.add("audio.ownership.single_owner");
        }
        if ((row.action.equals("STOP") && !Set.of("owner", "user", "system").contains(row.actor))
                || (row.action.equals("INTERRUPT") && !interrupt(row, override))) {
            broken.add("audio.ownership.required_for_interrupt");
        }
        boolean person = row.actor.equals("user") || row.actor.equals("other user");
        boolean switchesOff = row.action.equals("TAMPER off") || (row.action.equals("DISABLE_OVERRIDE") && !person);
        if (switchesOff && override) {
            broken.add("audio.accessibility.supremacy");
        }
        if (!auditable(row, override) && !(switchesOff && override)) {
            broken.add("audio.accessibility.auditable");
        }
        if (row.action.equals("INTERRUPT") && DEAD.contains(row.state)) {
            broken.add("audio.lifecycle.no_dead_interrupt");
        }
        if (row.action.equals("ROLLBACK") && COMMITTED.contains(row.state)) {
            broken.add("audio.lifecycle.commit_boundary");
        }
        if (!transition(row)) {
            broken.add("audio.lifecycle.valid_transition");
        }
        if (Set.of("MUTATE_GRAPH", "COMMIT").contains(row.action) && COMMITTED.contains(row.state)) {
            broken.add("audio.plugin.immutability");
        }
        return broken;
    }

    /** A8, A7 and A15: whose the action is. */
    private static boolean ownership(Row row) {
        boolean standsIn = !row.owned && Set.of("user", "system").contains(row.actor);
        if (LIFECYCLE.contains(row.action)) {
            return row.actor.equals("owner") || row.actor.equals("system") || standsIn;
        }
        return switch (row.action) {
            case "CLAIM" -> !row.owned;
            case "RELEASE", "TRANSFER", "DELEGATE" -> row.actor.equals("owner");
            case "MUTATE_GRAPH", "ROLLBACK" ->
                standsIn || (row.owned && Set.of("owner", "plugin").contains(row.actor));
            case "COMMIT" ->
                standsIn || (row.owned && Set.of("owner", "delegate").contains(row.actor));
            default -> true;
        };
    }

    /** A1, A2, A8 and A15; all strangers ask with a higher priority than the owner's. */
    private static boolean interrupt(Row row, boolean override) {
        if (Set.of("user", "system").contains(row.actor)) {
            return true;
        }
        if (override) {
            return row.reading == InterruptReading.PROSE;
        }
        return row.actor.equals("owner") || (row.owned && row.interruptible);
    }

    /** A9, A12 and A15. */
    private static boolean auditable(Row row, boolean override) {
        return switch (row.action) {
            case "ENABLE_OVERRIDE" -> row.actor.equals("user") && !override;
            case "UPDATE_OVERRIDE", "DISABLE_OVERRIDE" -> row.actor.equals("user") && override;
            case "TAMPER off", "TAMPER rate" -> false;
            default -> true;
        };
    }

    /** 1.3, 2.1, A4 to A7. */
    private static boolean transition(Row row) {
        boolean frozenGraph = COMMITTED.contains(row.state);
        return switch (row.action) {
            case "STOP" ->
                row.state.equals("playing") || (row.state.equals("interrupting") && row.actor.equals("system"));
            case "MUTATE_GRAPH", "COMMIT" -> row.state.equals("compiling") || frozenGraph;
            // A graph that was never changed has no earlier revision.
            case "ROLLBACK" -> frozenGraph;
            default -> !ROWS.containsKey(row.action) || ROWS.get(row.action).contains(row.state);
        };
    }
}
