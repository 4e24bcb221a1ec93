package dev.parley.kernel.people.household;

import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.mode.Company;
import dev.parley.kernel.people.mode.Mode;

/** How things stood when a command was asked for; a confirmation counts only while they still stand so (ruling B9). */
public record Circumstances(Mode mode, AgeClass age, Company company) {}
