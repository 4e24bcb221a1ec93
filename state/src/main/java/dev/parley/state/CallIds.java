package dev.parley.state;

import dev.parley.kernel.tool.CallId;
import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The ids that calls of a conversation have, so that none is given twice. Only those that were used last are known one by one.
 * In a conversation that has used more, an id that is not known may have been used: it gets a number above all others.
 *
 * @param numbers the highest number of each id, which is without it; the one that was used last is at the end
 * @param highest the highest number of all
 * @param forgot whether more ids were used than are known
 */
public record CallIds(Map<String, BigInteger> numbers, BigInteger highest, boolean forgot) {
    /** So many ids are known one by one, each without its number. */
    public static final int KNOWN_MAX = 1_024;

    public static final CallIds NONE = new CallIds(Map.of(), BigInteger.ZERO, false);

    /** The ids once a call has this one as well. */
    public CallIds with(String id) {
        String base = CallId.base(id);
        Map<String, BigInteger> all = new LinkedHashMap<>(numbers);
        BigInteger before = all.remove(base);
        BigInteger number = before == null ? CallId.number(id) : before.max(CallId.number(id));
        all.put(base, number);
        boolean isFull = all.size() > KNOWN_MAX;
        if (isFull) {
            all.remove(all.keySet().iterator().next());
        }
        return new CallIds(Collections.unmodifiableMap(all), highest.max(number), forgot || isFull);
    }

    /** The id of the next call, of which the model wants this one. */
    public String next(String wanted) {
        String base = CallId.base(wanted);
        BigInteger last = numbers.get(base);
        if (last == null && forgot) {
            last = highest;
        }
        return last == null ? wanted : CallId.numbered(base, last.add(BigInteger.ONE));
    }
}
