package dev.parley.session.people;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Somebody the house knows.
 *
 * @param confirmed whether their identity is confirmed from the start
 */
public record Resident(String id, String role, @Nullable LocalDate birthdate, boolean confirmed) {}
