package dev.parley.session.think;

import dev.parley.kernel.event.ControlEvents.DegradationApplied;
import dev.parley.kernel.event.SpeechEvents.SpeechRewritten;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.event.Reply;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.Sayable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a model has written through the node of the pipeline that stands between model and voice. What comes back is
 * said and recorded as the reply; the model's own words are kept beside it. If the node fails the turn fails, unless the
 * pipeline says that it is skipped then.
 */
public final class TextFilter {
    private final ProviderDesk desk;
    private final Recorder recorder;
    private final @Nullable Node node;
    private ProviderDesk.@Nullable Ticket asked;

    /**
     * The node of a pipeline.
     *
     * @param skips whether its failure is no failure of the turn
     */
    public record Node(String id, boolean skips) {}

    TextFilter(ProviderDesk desk, Recorder recorder, @Nullable Node node) {
        this.desk = desk;
        this.recorder = recorder;
        this.node = node;
    }

    boolean isThere() {
        return node != null;
    }

    /** Hands on the reply as it is to be said. */
    void pass(long turn, Reply reply, Consumer<Reply> said, Consumer<String> failed) {
        Node present = node;
        if (present == null || !reply.speaks()) {
            said.accept(reply);
            return;
        }
        cancel();
        StringBuilder text = new StringBuilder();
        asked = desk.ask(new ProviderRequest.Rewrite(reply.says()), Integer.MAX_VALUE, turn, new ProviderDesk.Answer() {
            @Override
            public void reported(ProviderEvent event) {
                if (event instanceof ProviderEvent.TextDelta delta) {
                    text.append(delta.text());
                }
            }

            @Override
            public void startedOver() {
                text.setLength(0);
            }

            @Override
            public void completed() {
                asked = null;
                said.accept(rewritten(turn, present, reply, Sayable.of(text.toString())));
            }

            @Override
            public void exhausted(String reason) {
                asked = null;
                if (present.skips()) {
                    recorder.write(new DegradationApplied(present.id(), "skip", "provider_error"), turn);
                    said.accept(reply);
                } else {
                    failed.accept(reason);
                }
            }
        });
    }

    private Reply rewritten(long turn, Node by, Reply reply, String text) {
        if (text.equals(reply.says())) {
            return reply;
        }
        recorder.write(new SpeechRewritten(by.id(), reply.says()), turn);
        return reply.saying(text);
    }

    void cancel() {
        if (asked != null) {
            asked.cancel();
            asked = null;
        }
    }
}
