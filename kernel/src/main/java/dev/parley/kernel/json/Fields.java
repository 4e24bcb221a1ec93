package dev.parley.kernel.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object in the order in which they were written. Most objects have few and are read once or twice, so they
 * are two arrays that are looked through; one with many has an index.
 */
final class Fields extends AbstractMap<String, Json> {
    private static final int FEW = 16;

    private final String[] keys;
    private final Json[] values;
    private final @Nullable Map<String, Integer> index;
    /** A bit for the hash of every key: most of what is looked for is not here, and this says so without a look. */
    private final long hashes;

    /** Takes the arrays over; no key stands twice. */
    Fields(String[] keys, Json[] values) {
        this.keys = keys;
        this.values = values;
        this.index = keys.length <= FEW ? null : indexed(keys);
        long bits = 0;
        for (String key : keys) {
            bits |= 1L << key.hashCode();
        }
        this.hashes = bits;
    }

    static Fields of(Map<String, Json> fields) {
        if (fields instanceof Fields same) {
            return same;
        }
        String[] keys = fields.keySet().toArray(new String[0]);
        Json[] values = new Json[keys.length];
        for (int i = 0; i < keys.length; i++) {
            values[i] = fields.getOrDefault(keys[i], Json.Null.NULL);
        }
        return new Fields(keys, values);
    }

    private static Map<String, Integer> indexed(String[] keys) {
        Map<String, Integer> index = HashMap.newHashMap(keys.length);
        for (int i = 0; i < keys.length; i++) {
            index.put(keys[i], i);
        }
        return index;
    }

    /** A copy with one more field, or with this field replaced. */
    Fields with(String key, Json value) {
        int at = find(key);
        int size = at < 0 ? keys.length + 1 : keys.length;
        String[] names = at < 0 ? Arrays.copyOf(keys, size) : keys;
        Json[] copy = Arrays.copyOf(values, size);
        if (at < 0) {
            names[size - 1] = key;
        }
        copy[at < 0 ? size - 1 : at] = value;
        return new Fields(names, copy);
    }

    boolean isSorted() {
        for (int i = 1; i < keys.length; i++) {
            if (keys[i - 1].compareTo(keys[i]) > 0) {
                return false;
            }
        }
        return true;
    }

    /** The same fields with their keys in the order of UTF-16 code units. */
    Fields sorted() {
        Integer[] order = new Integer[keys.length];
        Arrays.setAll(order, at -> at);
        Arrays.sort(order, (left, right) -> keys[left].compareTo(keys[right]));
        String[] names = new String[keys.length];
        Json[] ordered = new Json[keys.length];
        for (int i = 0; i < order.length; i++) {
            names[i] = keys[order[i]];
            ordered[i] = values[order[i]];
        }
        return new Fields(names, ordered);
    }

    String key(int at) {
        return keys[at];
    }

    Json value(int at) {
        return values[at];
    }

    private int find(@Nullable Object key) {
        if (!(key instanceof String name) || (hashes & (1L << name.hashCode())) == 0) {
            return -1;
        }
        return index == null ? findAmongFew(name) : index.getOrDefault(name, -1);
    }

    @SuppressWarnings("ReferenceEquality") // most keys are the same string, and the others are compared after that
    private int findAmongFew(String name) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == name) {
                return i;
            }
        }
        for (int i = 0; i < keys.length; i++) {
            if (keys[i].hashCode() == name.hashCode() && keys[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public @Nullable Json get(@Nullable Object key) {
        int at = find(key);
        return at < 0 ? null : values[at];
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return find(key) >= 0;
    }

    @Override
    public int size() {
        return keys.length;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Json> each) {
        for (int i = 0; i < keys.length; i++) {
            each.accept(keys[i], values[i]);
        }
    }

    @Override
    public Set<Entry<String, Json>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<String, Json>> iterator() {
                return new Iterator<>() {
                    private int at;

                    @Override
                    public boolean hasNext() {
                        return at < keys.length;
                    }

                    @Override
                    public Entry<String, Json> next() {
                        if (at == keys.length) {
                            throw new NoSuchElementException();
                        }
                        return Map.entry(keys[at], values[at++]);
                    }
                };
            }

            @Override
            public int size() {
                return keys.length;
            }
        };
    }
}
