package dev.parley.app;

/** The entry point of every command. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(0);
    }
}
