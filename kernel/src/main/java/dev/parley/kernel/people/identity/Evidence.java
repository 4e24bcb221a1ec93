package dev.parley.kernel.people.identity;

import dev.parley.kernel.people.Bands;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What speaks for whom: for each candidate the strongest confidence of each source. Weights rank the candidates;
 * whether two of them conflict is judged on the raw confidence (ruling B2).
 */
public record Evidence(SortedMap<String, Map<Source, BigDecimal>> candidates) {
    public static final Evidence NONE = new Evidence(new TreeMap<>());

    public Evidence {
        candidates = Collections.unmodifiableSortedMap(new TreeMap<>(candidates));
    }

    /** Evidence for one person whose identity somebody stated or proved. */
    static Evidence of(String person) {
        return NONE.with(Source.EXPLICIT, person, BigDecimal.ONE);
    }

    Evidence with(Source source, String person, BigDecimal confidence) {
        Map<Source, BigDecimal> sources = new EnumMap<>(Source.class);
        sources.putAll(candidates.getOrDefault(person, Map.of()));
        sources.merge(source, confidence.stripTrailingZeros(), BigDecimal::max);
        SortedMap<String, Map<Source, BigDecimal>> more = new TreeMap<>(candidates);
        more.put(person, Collections.unmodifiableMap(sources));
        return new Evidence(more);
    }

    boolean names(String person) {
        return candidates.containsKey(person);
    }

    /** Two distinct people, both at medium or above. */
    boolean isConflict(Bands bands) {
        return candidates.values().stream()
                        .filter(sources -> sources.values().stream()
                                .anyMatch(c -> bands.of(c).isAtLeastMedium()))
                        .count()
                > 1;
    }

    /** The candidates, the best supported first; equal support is ordered by name. */
    public List<String> ranked() {
        return candidates.keySet().stream()
                .sorted(Comparator.comparing(this::support).reversed().thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** The sum of weighted confidences: a second source that agrees strengthens a candidate. */
    private BigDecimal support(String person) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Map.Entry<Source, BigDecimal> each :
                candidates.getOrDefault(person, Map.of()).entrySet()) {
            sum = sum.add(each.getKey().weight().multiply(each.getValue()));
        }
        return sum;
    }
}
