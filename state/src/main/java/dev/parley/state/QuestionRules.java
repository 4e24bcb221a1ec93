package dev.parley.state;

import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.state.Questions.Asked;
import dev.parley.state.Rule.Mismatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds of questions about calls in every record. */
final class QuestionRules {
    static final List<Rule<?>> ALL = List.of(
            new Rule<>(
                    "questions.heard",
                    ToolDecided.class,
                    "The tool room is told once that a question was heard, when it was heard to its end.",
                    QuestionRules::toldTooEarly),
            new Rule<>(
                    "questions.told",
                    TurnDecided.class,
                    "A turn ends once the tool room was told of each question that was heard.",
                    QuestionRules::untold),
            new Rule<>(
                    "questions.one",
                    ToolDecided.class,
                    "One question is asked aloud at a time.",
                    QuestionRules::askedBesides));

    private QuestionRules() {}

    private static @Nullable Mismatch toldTooEarly(StateView state, ToolDecided verdict, Recorded at) {
        if (!verdict.decided().action().equals("heard")) {
            return null;
        }
        String call = verdict.decided().target();
        Asked question = state.questions().about(call);
        return question == null || question.heardAt() == 0 || question.told()
                ? new Mismatch(
                        "a question about call " + call + " that was just heard",
                        at.rune().kind())
                : null;
    }

    private static @Nullable Mismatch untold(StateView state, TurnDecided verdict, Recorded at) {
        if (!Turns.ends(verdict)) {
            return null;
        }
        for (Asked question : state.questions().asked().values()) {
            if (question.heardAt() != 0 && !question.told() && !question.isOver()) {
                return new Mismatch("heard of call " + question.call(), "the end of turn " + at.turn());
            }
        }
        return null;
    }

    private static @Nullable Mismatch askedBesides(StateView state, ToolDecided verdict, Recorded at) {
        boolean isAloud = verdict.parameters() != null && verdict.parameters().text("words") != null;
        Asked open = state.questions().open();
        boolean asks =
                verdict.decided().action().equals("ask") && verdict.decided().isAllowed();
        return asks
                        && isAloud
                        && open != null
                        && !open.call().equals(verdict.decided().target())
                ? new Mismatch(
                        "the answer to the question about call " + open.call(),
                        at.rune().kind())
                : null;
    }
}
