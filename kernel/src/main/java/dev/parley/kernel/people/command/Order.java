package dev.parley.kernel.people.command;

/**
 * One command that a person asked for.
 *
 * @param by who asked
 * @param needsConfirmation whether somebody said that it needs a confirmation
 */
public record Order(String command, String by, boolean needsConfirmation) {
    Order confirmed(boolean needed) {
        return needed && !needsConfirmation ? new Order(command, by, true) : this;
    }
}
