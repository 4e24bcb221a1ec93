package dev.parley.bench.server;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/** A program that lives no longer than whoever started it: when its standard input ends, however that came about, it is gone. */
final class TiedProgram {
    private TiedProgram() {}

    /** @param args the name of a main class, and what it is given */
    public static void main(String[] args) throws Throwable {
        Thread.ofPlatform().name("bench-tie").daemon().start(TiedProgram::endWithInput);
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static void endWithInput() {
        try {
            while (System.in.read() >= 0) {}
        } catch (IOException e) {
            // Nobody is there any more, which is the same.
        }
        Runtime.getRuntime().halt(1);
    }
}
