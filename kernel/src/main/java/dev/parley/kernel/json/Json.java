package dev.parley.kernel.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON value. Objects keep the order in which they were written; equality ignores it. */
public sealed interface Json {
    record Null() implements Json {
        public static final Null NULL = new Null();
    }

    record Bool(boolean value) implements Json {
        public static final Bool TRUE = new Bool(true);
        public static final Bool FALSE = new Bool(false);
    }

    /** Two numbers are equal when they denote the same value, so 1 and 1.0 are one number. */
    record Num(BigDecimal value) implements Json {
        /** Counts, versions and turns are mostly small. */
        private static final Num[] SMALL = small();

        private static Num[] small() {
            Num[] small = new Num[256];
            Arrays.setAll(small, value -> new Num(BigDecimal.valueOf(value)));
            return small;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Num num && value.compareTo(num.value) == 0;
        }

        @Override
        public int hashCode() {
            return value.stripTrailingZeros().hashCode();
        }
    }

    record Str(String value) implements Json {}

    record Arr(List<Json> items) implements Json {
        public Arr {
            items = List.copyOf(items);
        }
    }

    record Obj(Map<String, Json> fields) implements Json {
        public static final Obj EMPTY = new Obj(Map.of());

        public Obj {
            fields = Fields.of(fields);
        }

        /** The object of these keys, none of which stands twice, and their values; both arrays are taken over. */
        public static Obj taking(String[] keys, Json[] values) {
            return new Obj(new Fields(keys, values));
        }

        public int size() {
            return fields.size();
        }

        /** The key in this place, in the order in which they were written. */
        public String key(int at) {
            return own().key(at);
        }

        public Json value(int at) {
            return own().value(at);
        }

        /** The same object with its keys in the order of UTF-16 code units; this one itself if they are. */
        public Obj sorted() {
            return own().isSorted() ? this : new Obj(own().sorted());
        }

        private Fields own() {
            return Fields.of(fields);
        }

        public @Nullable Json get(String key) {
            return fields.get(key);
        }

        public boolean has(String key) {
            return fields.containsKey(key);
        }

        /** The text under this key, or null where it is absent or something else. */
        public @Nullable String text(String key) {
            return fields.get(key) instanceof Str str ? str.value() : null;
        }

        /** The number under this key, or null where it is absent or something else. */
        public @Nullable BigDecimal number(String key) {
            return fields.get(key) instanceof Num num ? num.value() : null;
        }

        /** The flag under this key, or null where it is absent or something else. */
        public @Nullable Boolean flag(String key) {
            return fields.get(key) instanceof Bool bool ? bool.value() : null;
        }

        /** A copy with one more field, or with this field replaced. */
        public Obj with(String key, Json value) {
            return new Obj(own().with(key, value));
        }

        public Obj with(String key, String value) {
            return with(key, new Str(value));
        }

        public Obj with(String key, long value) {
            return with(key, of(value));
        }

        public Obj with(String key, boolean value) {
            return with(key, of(value));
        }
    }

    static Str of(String value) {
        return new Str(value);
    }

    static Num of(long value) {
        return value >= 0 && value < Num.SMALL.length ? Num.SMALL[(int) value] : new Num(BigDecimal.valueOf(value));
    }

    static Bool of(boolean value) {
        return value ? Bool.TRUE : Bool.FALSE;
    }

    static Arr of(List<? extends Json> items) {
        return new Arr(List.copyOf(items));
    }

    static Arr texts(Iterable<String> values) {
        List<Json> items = new ArrayList<>();
        values.forEach(value -> items.add(of(value)));
        return new Arr(items);
    }

    /** The canonical text of this value (RFC 8785). */
    default String canonical() {
        return CanonicalJson.text(this);
    }

    /** Compact text with the keys of objects in the order in which they were written. */
    default String text() {
        return CanonicalJson.asWritten(this);
    }
}
