package dev.parley.session.think;

import dev.parley.kernel.people.privacy.TonePolicy.Tone;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.Settings.Budget;
import dev.parley.session.port.Tools;
import dev.parley.session.record.History;
import dev.parley.session.record.Recorder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the model is told: the history as it was recorded, the tools there are, and how to speak to who listens. */
public final class Prompts {
    private static final int ENTRIES_MAX = 400;
    private static final long TOKENS_MAX = 4_096;

    private final History history = new History(ENTRIES_MAX);
    private final Tools tools;
    private final Budget budget;

    public Prompts(Recorder recorder, Tools tools, Budget budget) {
        this.tools = tools;
        this.budget = budget;
        recorder.listen(history::add);
    }

    /** The conversation has a past. */
    public void takeUp(List<Rune> recorded) {
        recorded.forEach(history::add);
    }

    public Model.Prompt now(@Nullable Tone tone) {
        return prompt(history.messages(), tone);
    }

    /** The same with words that are in no turn yet. */
    public Model.Prompt after(String by, String words, @Nullable Tone tone) {
        List<Model.Message> messages = new ArrayList<>(history.messages());
        messages.add(new Model.Message.UserSaid(by, words));
        return prompt(messages, tone);
    }

    private Model.Prompt prompt(List<Model.Message> messages, @Nullable Tone tone) {
        long tokensMax = budget.tokens() == Budget.NONE ? TOKENS_MAX : Math.min(TOKENS_MAX, budget.tokens());
        return new Model.Prompt(messages, tools.offers(), tokensMax, tone == null ? "" : tone.inWords());
    }
}
