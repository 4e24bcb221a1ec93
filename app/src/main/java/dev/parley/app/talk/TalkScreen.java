package dev.parley.app.talk;

import dev.parley.Screen;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.speak.Sayable;
import java.util.function.Consumer;

/** Where a typed conversation is shown: what the agent says, piece by piece, and remarks beside it. */
interface TalkScreen extends Screen {
    /** A line that nobody says. */
    void remark(String line);

    /** The conversation waits for the person. */
    void prompt();

    @Override
    default void waits() {
        prompt();
    }

    /** Tells what of the record matters to whoever types and is not said: a halt. */
    @Override
    default void recorded(Rune rune) {
        String told = Transcript.halt(rune);
        if (told != null) {
            remark(told);
        }
    }

    /** A screen for programs, which want whole lines. What was cut off is a line as far as it was shown. */
    static TalkScreen ofLines(Consumer<String> lines) {
        StringBuilder present = new StringBuilder();
        return new TalkScreen() {
            @Override
            public void show(String piece) {
                present.append(Sayable.of(piece));
            }

            @Override
            public void end(boolean whole) {
                if (!present.isEmpty()) {
                    lines.accept(present.toString().strip());
                    present.setLength(0);
                }
            }

            @Override
            public void remark(String line) {
                lines.accept(Sayable.of(line));
            }

            @Override
            public void prompt() {}
        };
    }
}
