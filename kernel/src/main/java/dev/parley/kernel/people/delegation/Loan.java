package dev.parley.kernel.people.delegation;

import dev.parley.kernel.people.command.CommandGroup;

/** Which group is lent, by whom and to whom. */
public record Loan(CommandGroup group, String to, String by) {}
