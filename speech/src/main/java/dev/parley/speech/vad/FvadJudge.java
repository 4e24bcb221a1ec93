package dev.parley.speech.vad;

import io.github.givimad.libfvadjni.VoiceActivityDetector;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * The voice activity detector of WebRTC, as libfvad packs it. The library's own Java class loads it; its C functions are called
 * directly, because that class keeps a copy of every frame for ever (115 MB for an hour of one voice) and finds its detectors in a map
 * that two threads may not use at once.
 */
final class FvadJudge implements FrameJudge {
    private static final int RATE_HZ = 16_000;
    private static final int FRAME = RATE_HZ / 50;

    /** Of four modes the one that the library calls aggressive. */
    private static final int STRICT = 2;

    private final MemorySegment detector;
    private final MemorySegment frame = Arena.ofAuto().allocate(ValueLayout.JAVA_SHORT, FRAME);
    private boolean closed;

    /** The functions, or why they cannot be called here; found out once. */
    private static final class Library {
        static final @Nullable Library HERE;
        static final String FAULT;

        final MethodHandle create;
        final MethodHandle setMode;
        final MethodHandle setRate;
        final MethodHandle process;
        final MethodHandle free;

        static {
            Library here = null;
            String fault = "";
            try {
                VoiceActivityDetector.loadLibrary();
                here = new Library();
            } catch (IOException | RuntimeException | LinkageError e) {
                fault = String.valueOf(e.getMessage());
            }
            HERE = here;
            FAULT = fault;
        }

        private Library() {
            create = function("fvad_new", FunctionDescriptor.of(ValueLayout.ADDRESS));
            setMode = function("fvad_set_mode", taking(ValueLayout.JAVA_INT));
            setRate = function("fvad_set_sample_rate", taking(ValueLayout.JAVA_INT));
            process = function("fvad_process", taking(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
            free = function("fvad_free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
        }

        /** A detector and these; a number comes back. */
        private static FunctionDescriptor taking(MemoryLayout... more) {
            return FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS)
                    .appendArgumentLayouts(more);
        }

        /** The types are those of the library's header. */
        @SuppressWarnings("restricted")
        private static MethodHandle function(String name, FunctionDescriptor type) {
            MemorySegment found = SymbolLookup.loaderLookup()
                    .find(name)
                    .orElseThrow(() -> new IllegalStateException("libfvad here has no function " + name));
            return Linker.nativeLinker().downcallHandle(found, type);
        }
    }

    private FvadJudge(MemorySegment detector) {
        this.detector = detector;
    }

    static String fault() {
        return Library.FAULT;
    }

    /** A judge for 16 kHz, or null where the library does not run. */
    static @Nullable FvadJudge open() {
        Library library = Library.HERE;
        if (library == null) {
            return null;
        }
        try {
            MemorySegment detector = (MemorySegment) library.create.invokeExact();
            int mode = (int) library.setMode.invokeExact(detector, STRICT);
            int rate = (int) library.setRate.invokeExact(detector, RATE_HZ);
            if (mode != 0 || rate != 0) {
                throw new IllegalStateException("libfvad does not take its settings");
            }
            return new FvadJudge(detector);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    public boolean isVoice(short[] samples) {
        Library library = Library.HERE;
        if (library == null || closed) {
            return false;
        }
        MemorySegment.copy(samples, 0, frame, ValueLayout.JAVA_SHORT, 0, FRAME);
        try {
            return (int) library.process.invokeExact(detector, frame, (long) FRAME) == 1;
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    @Override
    public void close() {
        Library library = Library.HERE;
        if (library == null || closed) {
            return;
        }
        closed = true;
        try {
            library.free.invokeExact(detector);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    /** A call into C throws nothing of its own. */
    private static RuntimeException thrown(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
    }
}
