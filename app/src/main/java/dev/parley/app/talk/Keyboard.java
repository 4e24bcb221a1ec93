package dev.parley.app.talk;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** A terminal's keyboard, letter by letter: the first one in the middle of an answer acts, and does not wait for Enter. */
final class Keyboard implements AutoCloseable {
    private static final int CONTROL_D = 4;
    private static final int BACKSPACE = 8;
    private static final int CONTROL_U = 21;
    private static final int ESCAPE = 27;
    private static final int DELETE = 127;

    private final org.jline.terminal.Terminal device;
    private final Attributes before;
    private final Reader keys;
    private final Terminal screen;
    private final Runnable interrupts;

    private Keyboard(org.jline.terminal.Terminal device, InputStream in, Terminal screen, Runnable interrupts) {
        this.device = device;
        this.keys = new InputStreamReader(in, StandardCharsets.UTF_8);
        this.screen = screen;
        this.interrupts = interrupts;
        this.before = device.getAttributes();
        Attributes now = new Attributes(before);
        now.setLocalFlags(EnumSet.of(LocalFlag.ICANON, LocalFlag.ECHO), false);
        now.setControlChar(ControlChar.VMIN, 1);
        now.setControlChar(ControlChar.VTIME, 0);
        device.setAttributes(now);
    }

    /**
     * Null where this terminal gives whole lines only.
     *
     * @param interrupts is run for the first letter in the middle of an answer
     */
    static @Nullable Keyboard open(InputStream in, Terminal screen, Runnable interrupts) {
        try {
            // Its kind matters to who moves the cursor, which nobody does here. Nothing is asked of it; Ctrl-C stays a
            // signal.
            org.jline.terminal.Terminal device = TerminalBuilder.builder()
                    .system(true)
                    .dumb(false)
                    .type("xterm")
                    .nativeSignals(false)
                    .graphemeCluster(false)
                    .build();
            return new Keyboard(device, in, screen, interrupts);
        } catch (IOException | IllegalStateException e) {
            return null;
        }
    }

    /** The next line, once it is entered; null when no more come. */
    @Nullable
    String line() throws IOException {
        for (int key = keys.read(); key >= 0; key = keys.read()) {
            switch (key) {
                case '\r', '\n' -> {
                    return screen.entered();
                }
                case CONTROL_D -> {
                    if (screen.isEmpty()) {
                        return null;
                    }
                }
                case BACKSPACE, DELETE -> screen.erase(1);
                case CONTROL_U -> screen.erase(Integer.MAX_VALUE);
                case ESCAPE -> escaped();
                default -> typed(key);
            }
        }
        return null;
    }

    private void typed(int key) throws IOException {
        if (key >= ' ' || key == '\t') {
            char letter = key == '\t' ? ' ' : (char) key;
            String whole = Character.isHighSurrogate(letter)
                    ? new String(new char[] {letter, (char) keys.read()})
                    : String.valueOf(letter);
            if (screen.letter(whole)) {
                interrupts.run();
            }
        }
    }

    /** Escape alone empties the line; what a terminal sends for an arrow or another such key begins with it, and does nothing. */
    private void escaped() throws IOException {
        if (!keys.ready()) {
            screen.erase(Integer.MAX_VALUE);
            return;
        }
        int key = keys.read();
        while ((key == '[' || key == 'O' || key == ';' || Character.isDigit(key)) && keys.ready()) {
            key = keys.read();
        }
    }

    @Override
    public void close() throws IOException {
        device.setAttributes(before);
        device.close();
    }
}
