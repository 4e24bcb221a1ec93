package dev.parley.session.think;

import dev.parley.kernel.port.Model;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What the last prompt told of each message and text, so that the next one looks through nothing again of which the same is
 * told. What it no longer tells is not kept.
 */
final class Told {
    private final int piecesMax;
    private Object grounds = new Object();
    private IdentityHashMap<Model.Message, Model.Message> messagesBefore = new IdentityHashMap<>();
    private Map<String, String> textsBefore = Map.of();
    private IdentityHashMap<Model.Message, Model.Message> messages = new IdentityHashMap<>();
    private Map<String, String> texts = new HashMap<>();

    /** @param piecesMax of how many pieces a text is at most, each of which is judged by itself */
    Told(int piecesMax) {
        this.piecesMax = piecesMax;
    }

    int piecesMax() {
        return piecesMax;
    }

    /**
     * A prompt begins.
     *
     * @param present on what it rests what may be told; while that is equal the same is told
     */
    void begin(Object present) {
        boolean same = present.equals(grounds);
        messagesBefore = same ? messages : new IdentityHashMap<>();
        textsBefore = same ? texts : Map.of();
        messages = new IdentityHashMap<>();
        texts = new HashMap<>();
        grounds = present;
    }

    Model.Message message(Model.Message message, UnaryOperator<Model.Message> judged) {
        Model.Message before = messagesBefore.get(message);
        Model.Message told = before == null ? judged.apply(message) : before;
        messages.put(message, told);
        return told;
    }

    String text(String text, UnaryOperator<String> judged) {
        String before = textsBefore.get(text);
        String told = before == null ? judged.apply(text) : before;
        texts.put(text, told);
        return told;
    }
}
