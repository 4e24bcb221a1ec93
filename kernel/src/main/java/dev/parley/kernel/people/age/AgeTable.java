package dev.parley.kernel.people.age;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * From which age on a person is a teen or an adult, by jurisdiction and by the day from which that holds (ruling B5). A
 * place or day without a row of its own goes by the default row.
 */
public record AgeTable(List<Row> rows) {
    /** The default limits, and one that changed within living memory, to show the form. */
    public static final AgeTable DEFAULT = new AgeTable(List.of(
            new Row(Row.EVERYWHERE, LocalDate.MIN, 13, 18),
            new Row("JP", LocalDate.MIN, 13, 20),
            new Row("JP", LocalDate.of(2022, 4, 1), 13, 18)));

    /**
     * One line of the table.
     *
     * @param from the first day on which it holds
     * @param teenFrom the age in years at which a child becomes a teen
     * @param adultFrom the age in years at which a teen becomes an adult
     */
    public record Row(String jurisdiction, LocalDate from, int teenFrom, int adultFrom) {
        /** The jurisdiction of the default row. */
        public static final String EVERYWHERE = "*";

        public Row {
            if (teenFrom < 0 || adultFrom < teenFrom) {
                throw new IllegalArgumentException("a teen is younger than an adult");
            }
        }
    }

    public AgeTable {
        rows = List.copyOf(rows);
        if (rows.stream().noneMatch(row -> row.jurisdiction().equals(Row.EVERYWHERE))) {
            throw new IllegalArgumentException("an age table has a default row");
        }
    }

    /** The class of a person on this day. One born on 29 February grows older on 1 March of common years. */
    AgeClass classOf(Birth birth, LocalDate today) {
        long years = ChronoUnit.YEARS.between(birth.date(), today);
        Row row = row(birth.jurisdiction(), today);
        if (years < row.teenFrom()) {
            return AgeClass.CHILD;
        }
        return years < row.adultFrom() ? AgeClass.TEEN : AgeClass.ADULT;
    }

    private Row row(@Nullable String jurisdiction, LocalDate today) {
        return newest(jurisdiction, today)
                .or(() -> newest(Row.EVERYWHERE, today))
                .orElseGet(rows::getFirst);
    }

    private Optional<Row> newest(@Nullable String jurisdiction, LocalDate today) {
        return rows.stream()
                .filter(row -> row.jurisdiction().equals(jurisdiction))
                .filter(row -> !row.from().isAfter(today))
                .max(Comparator.comparing(Row::from));
    }
}
