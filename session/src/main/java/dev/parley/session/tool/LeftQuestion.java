package dev.parley.session.tool;

import dev.parley.session.event.Reply.ToolRequest;
import dev.parley.state.ConversationState;
import dev.parley.state.UnansweredQuestions.Unanswered;
import java.util.ArrayList;
import java.util.List;

/**
 * A question about a call that nobody had answered when its host was lost or left. Whoever goes on with the conversation asks
 * it again (ruling E8).
 *
 * @param wish the call as it was wished for, with the time at which the question lapses
 * @param by for whom the call is
 */
public record LeftQuestion(ToolRequest wish, String by) {
    /**
     * The questions that are open at the end of a record, or that ended with their host, oldest first; also those that a later
     * host found and could put to nobody.
     */
    public static List<LeftQuestion> in(ConversationState state) {
        List<LeftQuestion> all = new ArrayList<>();
        state.unansweredQuestions().open().forEach((call, question) -> all.add(of(call, question)));
        return List.copyOf(all);
    }

    private static LeftQuestion of(String call, Unanswered question) {
        ToolRequest wish = new ToolRequest(call, question.tool(), question.arguments(), question.untilMs());
        return new LeftQuestion(wish, question.by());
    }
}
