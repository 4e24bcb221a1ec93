package dev.parley.sim.run;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be reached from some objects, counted by what holds it: the elements of each collection by the field
 * it stands in, and every other object by its class. What is not ours is looked into only where it is a collection.
 */
final class LiveObjects {
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> open = new ArrayDeque<>();
    private final Set<Class<?>> left;

    private LiveObjects(Set<Class<?>> left) {
        this.left = left;
    }

    /** Counts from these roots on, and leaves objects of some classes alone. */
    static Map<String, Integer> from(Set<Class<?>> left, Object... roots) throws IllegalAccessException {
        LiveObjects live = new LiveObjects(left);
        for (Object root : roots) {
            live.reach("root", root);
        }
        while (!live.open.isEmpty()) {
            live.walk(live.open.remove());
        }
        return live.counts;
    }

    private void reach(String holder, @Nullable Object value) {
        if (value == null || left.contains(value.getClass()) || !seen.add(value)) {
            return;
        }
        switch (value) {
            case Map<?, ?> map -> {
                count(holder, map.size());
                map.forEach((key, held) -> {
                    reach(holder + " key", key);
                    reach(holder + " value", held);
                });
            }
            case Collection<?> collection -> {
                count(holder, collection.size());
                collection.forEach(held -> reach(holder + " element", held));
            }
            default -> reachObject(holder, value);
        }
    }

    private void reachObject(String holder, Object value) {
        Class<?> type = value.getClass();
        if (type.isArray() && !type.getComponentType().isPrimitive()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                reach(holder + "[]", Array.get(value, i));
            }
        } else if (type.getName().startsWith("dev.parley.") && !type.isEnum()) {
            count(type.getName().replaceFirst("\\$\\$Lambda.*", "'s lambdas"), 1);
            open.add(value);
        }
    }

    private void walk(Object value) throws IllegalAccessException {
        for (Class<?> type = value.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    field.setAccessible(true);
                    reach(type.getSimpleName() + "." + field.getName(), field.get(value));
                }
            }
        }
    }

    private void count(String what, int many) {
        counts.merge(what, many, Integer::sum);
    }
}
