package dev.parley.app.voice;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * WebRTC's library complains on standard output when its process ends, after Java is gone: it wants to attach a thread to a machine
 * that is no more. Nobody can act on that, so a command that has said everything closes its output to it.
 */
public final class QuietEnd {
    private static final int WRITE_ONLY = 1;
    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;

    private static volatile boolean wanted;

    private QuietEnd() {}

    /** The library is loaded. */
    static void want() {
        wanted = true;
    }

    /** Everything is said and flushed. Where the library was not loaded, or there is no such call, this does nothing. */
    @SuppressWarnings("restricted") // two calls of the C library, which every launcher of this program allows
    public static void arrange() {
        if (!wanted) {
            return;
        }
        Linker linker = Linker.nativeLinker();
        SymbolLookup library = linker.defaultLookup();
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle open = linker.downcallHandle(
                    library.findOrThrow("open"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
            MethodHandle replace = linker.downcallHandle(
                    library.findOrThrow("dup2"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
            MemorySegment nowhere = arena.allocateFrom("/dev/null");
            int file = (int) open.invokeExact(nowhere, WRITE_ONLY);
            if (file >= 0) {
                int _ = (int) replace.invokeExact(file, STANDARD_OUTPUT);
                int _ = (int) replace.invokeExact(file, STANDARD_ERROR);
            }
        } catch (Throwable _) {
            // A line too many is printed.
        }
    }
}
