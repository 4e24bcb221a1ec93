package dev.parley.kernel.rune;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/**
 * JSON values as bytes: one tag, then the value. Object keys are sorted by UTF-16 code unit and numbers are stripped of
 * trailing zeros, so that equal values have equal bytes.
 */
final class PayloadCodec {
    private static final int NULL = 0;
    private static final int FALSE = 1;
    private static final int TRUE = 2;
    private static final int INTEGER = 3;
    private static final int DECIMAL = 4;
    private static final int TEXT = 5;
    private static final int ARRAY = 6;
    private static final int OBJECT = 7;
    private static final int DEPTH_MAX = 256;
    private static final int LONG_DIGITS = 18;

    private PayloadCodec() {}

    static void write(Json value, ByteSink out, int depth) {
        if (depth > DEPTH_MAX) {
            throw new IllegalArgumentException("A payload is nested at most " + DEPTH_MAX + " deep.");
        }
        switch (value) {
            case Json.Null _ -> out.put(NULL);
            case Json.Bool bool -> out.put(bool.value() ? TRUE : FALSE);
            case Json.Num num -> number(num.value(), out);
            case Json.Str str -> {
                out.put(TEXT);
                out.text(str.value());
            }
            case Json.Arr arr -> {
                out.put(ARRAY);
                out.varint(arr.items().size());
                for (Json item : arr.items()) {
                    write(item, out, depth + 1);
                }
            }
            case Json.Obj obj -> object(obj, out, depth);
        }
    }

    private static void object(Json.Obj obj, ByteSink out, int depth) {
        Json.Obj sorted = obj.sorted();
        out.put(OBJECT);
        out.varint(sorted.size());
        for (int i = 0; i < sorted.size(); i++) {
            out.text(sorted.key(i));
            write(sorted.value(i), out, depth + 1);
        }
    }

    private static void number(BigDecimal value, ByteSink out) {
        if (value.scale() == 0 && value.precision() <= LONG_DIGITS) {
            out.put(INTEGER);
            out.signed(value.longValue());
            return;
        }
        BigDecimal plain = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        long digits = (long) plain.precision() - plain.scale();
        if (plain.scale() <= 0 && digits <= LONG_DIGITS) {
            out.put(INTEGER);
            out.signed(plain.longValue());
            return;
        }
        byte[] unscaled = plain.unscaledValue().toByteArray();
        out.put(DECIMAL);
        out.signed(plain.scale());
        out.varint(unscaled.length);
        out.raw(unscaled);
    }

    static Json read(ByteSource in, int depth) {
        if (depth > DEPTH_MAX) {
            throw ByteSource.damaged("it is nested too deep");
        }
        int tag = in.get();
        return switch (tag) {
            case NULL -> Json.Null.NULL;
            case FALSE -> Json.Bool.FALSE;
            case TRUE -> Json.Bool.TRUE;
            case INTEGER -> Json.of(in.signed());
            case DECIMAL -> decimal(in);
            case TEXT -> Json.of(in.text());
            case ARRAY -> array(in, depth);
            case OBJECT -> object(in, depth);
            default -> throw ByteSource.damaged("unknown tag " + tag);
        };
    }

    private static Json decimal(ByteSource in) {
        long scale = in.signed();
        byte[] unscaled = in.raw();
        if (unscaled.length == 0 || scale != (int) scale) {
            throw ByteSource.damaged("a decimal is malformed");
        }
        return new Json.Num(new BigDecimal(new BigInteger(unscaled), (int) scale));
    }

    private static Json array(ByteSource in, int depth) {
        int count = in.count();
        Json[] items = new Json[count];
        for (int i = 0; i < count; i++) {
            items[i] = read(in, depth + 1);
        }
        return new Json.Arr(List.of(items));
    }

    private static Json.Obj object(ByteSource in, int depth) {
        int count = in.count();
        String[] keys = new String[count];
        Json[] values = new Json[count];
        boolean ascends = true;
        for (int i = 0; i < count; i++) {
            keys[i] = in.name();
            values[i] = read(in, depth + 1);
            ascends = ascends && (i == 0 || keys[i - 1].compareTo(keys[i]) < 0);
        }
        if (!ascends && new HashSet<>(Arrays.asList(keys)).size() < count) {
            throw ByteSource.damaged("a key stands twice");
        }
        return Json.Obj.taking(keys, values);
    }
}
