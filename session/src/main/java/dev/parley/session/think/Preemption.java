package dev.parley.session.think;

import dev.parley.kernel.event.PipelineEvents.SpeculationAbandoned;
import dev.parley.kernel.people.privacy.TonePolicy.Tone;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.event.Reply;
import dev.parley.session.port.Manner;
import dev.parley.session.port.People;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Settings.Preemptive;
import dev.parley.session.speak.Phrasing;
import dev.parley.session.speak.Recital;
import dev.parley.session.speak.Voice;
import java.util.List;
import java.util.Objects;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Thinks ahead: asks the model, and perhaps the voice, as soon as the words are known and before the person has surely
 * finished. The work belongs to no turn; if the words change it is thrown away and only a telemetry rune is left.
 */
public final class Preemption implements Thought.Listener {
    private final Preemptive mode;
    private final ProviderDesk desk;
    private final Recorder recorder;
    private final Supplier<Manner> manner;
    private final People people;
    private final Phrasing phrasing;
    private final Prompts prompts;
    private final ObjLongConsumer<String> charge;
    private @Nullable Ahead ahead;

    /** @param charge takes down what an agent has used for an answer that nobody takes */
    public Preemption(
            Preemptive mode,
            ProviderDesk desk,
            Recorder recorder,
            Supplier<Manner> manner,
            Phrasing phrasing,
            Prompts prompts,
            ObjLongConsumer<String> charge) {
        this.charge = charge;
        this.prompts = prompts;
        this.mode = mode;
        this.desk = desk;
        this.recorder = recorder;
        this.manner = manner;
        this.phrasing = phrasing;
        this.people = phrasing.people();
    }

    private static final class Ahead {
        final String text;
        final String by;
        final @Nullable Tone tone;
        final String agent;
        final Thought thought;

        @Nullable
        Voice voice;

        boolean failed;

        Ahead(String text, String by, @Nullable Tone tone, String agent, Thought thought) {
            this.agent = agent;
            this.text = text;
            this.by = by;
            this.tone = tone;
            this.thought = thought;
        }
    }

    /** What a turn takes over: the thought, and the voice of its answer where that has begun. */
    public record Prepared(
            String agent, Thought thought, @Nullable Voice voice) {}

    /** Begins to think about these words. */
    public void begin(String text, String by) {
        if (mode == Preemptive.OFF || prompts.isHumanSpeaking()) {
            return;
        }
        abandon();
        Tone tone = people.tone(by);
        ProviderRequest.Generate question =
                new ProviderRequest.Generate(prompts.after(by, text, tone), text, List.of(), desk.seed());
        Ahead begun = new Ahead(text, by, tone, prompts.speaker(), Thought.asked(desk, question, 0));
        ahead = begun;
        begun.thought.answerTo(0, this);
    }

    @Override
    public void replied(Reply reply) {
        Ahead present = ahead;
        if (present != null
                && mode == Preemptive.LLM_AND_TTS
                && reply.speaks()
                && !Recital.concerns(people, reply.says(), "")) {
            present.voice = new Voice(desk, phrasing.ahead(reply, present.by)).ahead(manner.get());
        }
    }

    @Override
    public void thoughtFailed(String reason) {
        Ahead present = ahead;
        if (present != null) {
            present.failed = true;
        }
    }

    /** The words have changed. */
    public void abandon() {
        Ahead present = ahead;
        ahead = null;
        if (present == null) {
            return;
        }
        drop(new Prepared(present.agent, present.thought, present.voice));
        recorder.offer(new SpeculationAbandoned(present.text), 0);
    }

    /** What was prepared is not wanted after all. What it has cost is on the account of the agent that was asked. */
    public void drop(@Nullable Prepared prepared) {
        if (prepared != null) {
            charge.accept(prepared.agent(), prepared.thought().soFar().tokens());
            prepared.thought().cancel();
            if (prepared.voice() != null) {
                prepared.voice().cancel();
            }
        }
    }

    /** Takes over what was thought about exactly these words of this person in the tone that is right now; anything else is abandoned. */
    public @Nullable Prepared adopt(String text, String by) {
        Ahead present = ahead;
        if (present == null
                || present.failed
                || !present.text.equals(text)
                || !present.by.equals(by)
                || !present.agent.equals(prompts.speaker())
                || !Objects.equals(present.tone, people.tone(by))) {
            abandon();
            return null;
        }
        ahead = null;
        return new Prepared(present.agent, present.thought, present.voice);
    }
}
