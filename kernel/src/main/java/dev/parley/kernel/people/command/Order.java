package dev.parley.kernel.people.command;

/**
 * One command that a person asked for.
 *
 * @param by who asked
 * @param needsConfirmation whether somebody said that it needs a confirmation
 * @param binding the call it is asked for
 */
public record Order(String command, String by, boolean needsConfirmation, Binding binding) {
    public Order(String command, String by, boolean needsConfirmation) {
        this(command, by, needsConfirmation, Binding.NONE);
    }

    Order confirmed(boolean needed) {
        return needed && !needsConfirmation ? new Order(command, by, true, binding) : this;
    }
}
