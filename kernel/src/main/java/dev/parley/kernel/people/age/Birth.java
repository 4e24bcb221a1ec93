package dev.parley.kernel.people.age;

import java.time.LocalDate;
import java.time.MonthDay;
import org.jspecify.annotations.Nullable;

/** When a person was born, and where that is counted. */
public record Birth(LocalDate date, @Nullable String jurisdiction) {

    /** Whether this day is kept as the birthday: 1 March stands in for 29 February in common years (ruling B5). */
    public boolean isBirthday(LocalDate day) {
        if (day.isBefore(date)) {
            return false;
        }
        MonthDay born = MonthDay.from(date);
        boolean isLeapling = born.equals(MonthDay.of(2, 29));
        return MonthDay.from(day).equals(isLeapling && !day.isLeapYear() ? MonthDay.of(3, 1) : born);
    }

    /** Keeps the date out of everything that is printed. */
    @Override
    public String toString() {
        return "a birthdate";
    }
}
