package dev.parley.session.record;

import dev.parley.kernel.tool.CallId;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The ids that calls of a conversation have, so that none is given twice. Only those that were used last are known one by one.
 * In a conversation that has used more, an id that is not known may have been used: it gets a number above all others.
 */
public final class CallIds {
    /** So many ids are known one by one, each without its number. */
    public static final int KNOWN_MAX = 1_024;

    private final Map<String, BigInteger> numbers = new LinkedHashMap<>();
    private BigInteger highest = BigInteger.ZERO;
    private boolean forgot;

    /** A call had this id. */
    public void known(String id) {
        BigInteger before = numbers.remove(CallId.base(id));
        BigInteger number = CallId.number(id);
        use(CallId.base(id), before == null ? number : before.max(number));
    }

    /** The id of the next call, of which the model wants this one. */
    public String next(String wanted) {
        String base = CallId.base(wanted);
        BigInteger last = numbers.remove(base);
        if (last == null && forgot) {
            last = highest;
        }
        BigInteger number = last == null ? CallId.number(wanted) : last.add(BigInteger.ONE);
        use(base, number);
        return last == null ? wanted : CallId.numbered(base, number);
    }

    private void use(String base, BigInteger number) {
        numbers.put(base, number);
        highest = highest.max(number);
        if (numbers.size() > KNOWN_MAX) {
            numbers.remove(numbers.keySet().iterator().next());
            forgot = true;
        }
    }
}
