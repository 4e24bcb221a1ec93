package dev.parley.kernel.event;

import dev.parley.kernel.json.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** How the values of one type are written as JSON, read back, and described in a schema. */
sealed interface FieldCodec {
    Json write(Object value);

    /** @throws Misfit where the value is of another type */
    Object read(Json json) throws Misfit;

    /** What an absent field means: formats leave out zero numbers and empty texts, lists and objects. */
    Object absent() throws Misfit;

    /** The type in words, for the list of events. */
    String named();

    /** The JSON Schema of such a value. */
    Json.Obj schema();

    /** A value does not fit its type. It is expected and carries no stack trace. */
    final class Misfit extends Exception {
        private static final long serialVersionUID = 1;

        Misfit(String wanted) {
            super(wanted, null, false, false);
        }
    }

    static FieldCodec of(Type type) {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            return new Items(of(list.getActualTypeArguments()[0]));
        }
        if (!(type instanceof Class<?> plain)) {
            throw new IllegalArgumentException("An event has no field of type " + type + ".");
        }
        if (plain == String.class) {
            return new Text();
        }
        if (plain == long.class || plain == Long.class) {
            return new Whole();
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return new Flag();
        }
        if (Json.class.isAssignableFrom(plain)) {
            return new Free(plain.asSubclass(Json.class));
        }
        if (plain.isRecord()) {
            return new Parts(RecordShape.of(plain.asSubclass(Record.class)));
        }
        if (plain.isEnum()) {
            List<Enum<?>> values = new ArrayList<>();
            for (Object value : plain.getEnumConstants()) {
                values.add((Enum<?>) value);
            }
            return new Choice(List.copyOf(values));
        }
        throw new IllegalArgumentException("An event has no field of type " + plain.getName() + ".");
    }

    private static Json.Obj schemaOf(String type) {
        return Json.Obj.EMPTY.with("type", type);
    }

    record Text() implements FieldCodec {
        @Override
        public Json write(Object value) {
            return Json.of((String) value);
        }

        @Override
        public Object read(Json json) throws Misfit {
            if (json instanceof Json.Str(String text)) {
                return text;
            }
            throw new Misfit("a text");
        }

        @Override
        public Object absent() {
            return "";
        }

        @Override
        public String named() {
            return "text";
        }

        @Override
        public Json.Obj schema() {
            return schemaOf("string");
        }
    }

    record Whole() implements FieldCodec {
        private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
        private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

        @Override
        public Json write(Object value) {
            return Json.of((long) value);
        }

        @Override
        public Object read(Json json) throws Misfit {
            if (json instanceof Json.Num(BigDecimal number)
                    && number.compareTo(LEAST) >= 0
                    && number.compareTo(MOST) <= 0
                    && (number.scale() <= 0 || number.stripTrailingZeros().scale() <= 0)) {
                return number.longValue();
            }
            throw new Misfit("a whole number");
        }

        @Override
        public Object absent() {
            return 0L;
        }

        @Override
        public String named() {
            return "integer";
        }

        @Override
        public Json.Obj schema() {
            return schemaOf("integer");
        }
    }

    record Flag() implements FieldCodec {
        @Override
        public Json write(Object value) {
            return Json.of((boolean) value);
        }

        @Override
        public Object read(Json json) throws Misfit {
            if (json instanceof Json.Bool(boolean flag)) {
                return flag;
            }
            throw new Misfit("true or false");
        }

        @Override
        public Object absent() {
            return false;
        }

        @Override
        public String named() {
            return "boolean";
        }

        @Override
        public Json.Obj schema() {
            return schemaOf("boolean");
        }
    }

    /** Free content: the arguments of a call, its result, a packet or a plan. */
    record Free(Class<? extends Json> type) implements FieldCodec {
        @Override
        public Json write(Object value) {
            return (Json) value;
        }

        @Override
        public Object read(Json json) throws Misfit {
            if (type.isInstance(json)) {
                return json;
            }
            throw new Misfit(named());
        }

        @Override
        public Object absent() throws Misfit {
            if (type == Json.Obj.class) {
                return Json.Obj.EMPTY;
            }
            if (type == Json.Arr.class) {
                return new Json.Arr(List.of());
            }
            return Json.Null.NULL;
        }

        @Override
        public String named() {
            return type == Json.Obj.class ? "object" : type == Json.Arr.class ? "array" : "any";
        }

        @Override
        public Json.Obj schema() {
            return type == Json.class ? Json.Obj.EMPTY : schemaOf(named());
        }
    }

    record Choice(List<Enum<?>> values) implements FieldCodec {
        private static String name(Enum<?> value) {
            return value instanceof PersistedName named ? named.persisted() : value.name();
        }

        @Override
        public Json write(Object value) {
            return Json.of(name((Enum<?>) value));
        }

        @Override
        public Object read(Json json) throws Misfit {
            for (Enum<?> value : values) {
                if (json instanceof Json.Str(String text) && text.equals(name(value))) {
                    return value;
                }
            }
            throw new Misfit(named());
        }

        @Override
        public Object absent() throws Misfit {
            throw new Misfit(named());
        }

        @Override
        public String named() {
            return "one of " + String.join(", ", names());
        }

        private List<String> names() {
            return values.stream().map(Choice::name).toList();
        }

        @Override
        public Json.Obj schema() {
            return Json.Obj.EMPTY.with("enum", Json.texts(names()));
        }
    }

    record Items(FieldCodec each) implements FieldCodec {
        @Override
        public Json write(Object value) {
            List<Json> items = new ArrayList<>();
            ((List<?>) value).forEach(item -> items.add(each.write(item)));
            return new Json.Arr(items);
        }

        @Override
        public Object read(Json json) throws Misfit {
            if (!(json instanceof Json.Arr(List<Json> items))) {
                throw new Misfit("a list");
            }
            List<Object> read = new ArrayList<>(items.size());
            for (Json item : items) {
                read.add(each.read(item));
            }
            return List.copyOf(read);
        }

        @Override
        public Object absent() {
            return List.of();
        }

        @Override
        public String named() {
            return "list of " + each.named();
        }

        @Override
        public Json.Obj schema() {
            return schemaOf("array").with("items", each.schema());
        }
    }

    record Parts(RecordShape shape) implements FieldCodec {
        @Override
        public Json write(Object value) {
            return shape.write((Record) value);
        }

        @Override
        public Object read(Json json) throws Misfit {
            if (json instanceof Json.Obj object) {
                return shape.read(object);
            }
            throw new Misfit("an object");
        }

        @Override
        public Object absent() throws Misfit {
            return shape.read(Json.Obj.EMPTY);
        }

        @Override
        public String named() {
            return "object";
        }

        @Override
        public Json.Obj schema() {
            return shape.schema();
        }
    }
}
