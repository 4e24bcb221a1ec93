package dev.parley.kernel.tool;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import java.util.ArrayList;
import java.util.List;

/** One event of each kind about the call {@code c1}, and of each ruling, answer and ending. */
final class ToolEvents {
    static final ToolCall CALL = ToolCall.of("c1", "order", Json.Obj.EMPTY.with("item", "tea"), 1);

    private ToolEvents() {}

    static List<ToolEvent> all() {
        List<ToolEvent> events = new ArrayList<>();
        events.add(new ToolEvent.CallProposed(CALL, 1, 5));
        for (Ruling ruling : Ruling.values()) {
            events.add(new ToolEvent.PolicyDecided("c1", ruling, ToolTerms.DEFAULT, "", 5));
        }
        for (boolean yes : new boolean[] {true, false}) {
            events.add(new ToolEvent.ApprovalAnswered("c1", yes, Approver.adult("ana"), "d", "q", "", 5));
        }
        events.add(new ToolEvent.QuestionHeard("c1", 5));
        events.add(new ToolEvent.ApprovalTimedOut("c1", 5));
        events.add(new ToolEvent.SandboxAdmitted("c1", 5));
        events.add(new ToolEvent.SandboxViolated("c1", "a path", 5));
        events.add(new ToolEvent.DispatchRequested("c1", "p", "d", 1, "", 5));
        for (Ending ending : Ending.values()) {
            events.add(ToolEvent.ResultArrived.of("c1", ending, Json.of(true), "", 5));
        }
        events.add(new ToolEvent.DeadlinePassed("c1", 5));
        events.add(new ToolEvent.CancelRequested("c1", "", 5));
        events.add(new ToolEvent.ProcessLost("c1", 5));
        return List.copyOf(events);
    }

    /** The name of its kind, with what was ruled or answered where that matters. */
    static String kind(ToolEvent event) {
        String name = event.getClass().getSimpleName();
        return switch (event) {
            case ToolEvent.PolicyDecided decided -> name + " " + decided.ruling();
            case ToolEvent.ApprovalAnswered answered -> name + (answered.approved() ? " yes" : " no");
            default -> name;
        };
    }
}
