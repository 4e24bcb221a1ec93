package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * How large a request may be, so that every request that is decided can also be recorded. A larger one is refused as
 * malformed; of it only what fits is kept, and what was wrong with it.
 */
final class RequestBounds {
    static final int DEPTH_MAX = 64;
    static final int CHARS_MAX = 4 << 20;
    static final int NAME_CHARS_MAX = 1024;

    /** The only parameter of a request that was cut. */
    private static final String CUT = "request.cut";

    private RequestBounds() {}

    /** The request itself, or what is kept of one that is too large. */
    static Request kept(Request request) {
        String fault = fault(request);
        return fault == null
                ? request
                : new Request(
                        request.at(),
                        name(request.actor()),
                        name(request.target()),
                        name(request.action()),
                        Json.Obj.EMPTY.with(CUT, fault),
                        request.machine() == null ? null : name(request.machine()));
    }

    static boolean isCut(Request request) {
        return request.parameters().fields().size() == 1 && request.parameters().text(CUT) != null;
    }

    static <E> Reading<E> reading(Request cut) {
        return Reading.malformed(String.valueOf(cut.parameters().text(CUT)));
    }

    private static @Nullable String fault(Request request) {
        if (request.actor().length() > NAME_CHARS_MAX
                || request.target().length() > NAME_CHARS_MAX
                || request.action().length() > NAME_CHARS_MAX
                || (request.machine() != null && request.machine().length() > NAME_CHARS_MAX)) {
            return "a name has more than " + NAME_CHARS_MAX + " characters";
        }
        if (request.parameters().fields().isEmpty()) {
            return null;
        }
        long chars = chars(request.parameters(), DEPTH_MAX);
        if (chars < 0) {
            return "the parameters are nested deeper than " + DEPTH_MAX;
        }
        return chars > CHARS_MAX ? "the parameters have more than " + CHARS_MAX + " characters" : null;
    }

    private static String name(String name) {
        return name.length() <= NAME_CHARS_MAX ? name : name.substring(0, NAME_CHARS_MAX);
    }

    /** About how many characters a value takes, or a negative number if it is nested deeper than this. */
    private static long chars(Json value, int depth) {
        return switch (value) {
            case Json.Str(String text) -> text.length();
            case Json.Obj object -> depth == 0 ? Long.MIN_VALUE : chars(object, depth);
            case Json.Arr array -> depth == 0 ? Long.MIN_VALUE : chars(array, depth);
            case Json.Num number ->
                number.value().precision() + (long) Math.abs(number.value().scale());
            case Json.Bool _, Json.Null _ -> 1;
        };
    }

    private static long chars(Json.Obj object, int depth) {
        long sum = 0;
        for (int i = 0; i < object.size(); i++) {
            long chars = chars(object.value(i), depth - 1);
            if (chars < 0) {
                return chars;
            }
            sum += object.key(i).length() + chars + 1;
        }
        return sum;
    }

    private static long chars(Json.Arr array, int depth) {
        long sum = 0;
        for (Json item : array.items()) {
            long chars = chars(item, depth - 1);
            if (chars < 0) {
                return chars;
            }
            sum += chars + 1;
        }
        return sum;
    }
}
