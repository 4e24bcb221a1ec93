package dev.parley.kernel.people.greeting;

import java.time.LocalDate;

/** A birthday greeting is to be spoken on this local date. */
public record GreetingDue(LocalDate today) {}
