package dev.parley.kernel.episode;

/** What the transition table is entered with: an entry's type, and the one field of it that decides where it leads. */
public enum Trigger {
    OBSERVATION("ObservationPacket"),
    BELIEF("BeliefUpdatePacket"),
    BELIEF_PARTIAL("BeliefUpdatePacket (execution not complete)"),
    DECISION_VERIFY_FIRST("DecisionPacket (VERIFY_FIRST)"),
    DECISION_ACT("DecisionPacket (ACT)"),
    DECISION_ESCALATE("DecisionPacket (ESCALATE)"),
    DECISION_DEFER("DecisionPacket (DEFER)"),
    DECISION_CANCEL("DecisionPacket (CANCEL)"),
    PLAN("VerificationPlanPacket"),
    TOKEN("ToolAuthorizationToken"),
    DIRECTIVE_READ("TaskDirectivePacket (READ)"),
    DIRECTIVE_WRITE("TaskDirectivePacket (WRITE or MIXED)"),
    RESULT("TaskResultPacket"),
    ESCALATION("EscalationPacket"),
    ALERT("IntegrityAlertPacket"),
    ALERT_HALT("IntegrityAlertPacket (CRITICAL or constitutional_violation)"),
    ALERT_CLEAR("IntegrityAlertPacket (clears)"),
    ALERT_RECOVERED("IntegrityAlertPacket (clears, recovered)"),
    USER_INPUT("user_input"),
    EPISODE_CLOSE("episode_close"),
    /** No entry of its own: the directive or result that spends more than its decision allows (ruling C7). */
    OVERRUN("budget overrun");

    private final String label;

    Trigger(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** The trigger that this entry pulls, before its budget is looked at. */
    public static Trigger of(EpisodeEntry entry) {
        return switch (entry) {
            case Packet.Observation _ -> OBSERVATION;
            case Packet.BeliefUpdate belief -> belief.executionComplete() ? BELIEF : BELIEF_PARTIAL;
            case Packet.Decision decision -> of(decision.outcome());
            case Packet.VerificationPlan _ -> PLAN;
            case Packet.AuthorizationToken _ -> TOKEN;
            case Packet.TaskDirective directive -> directive.safetyClass().writes() ? DIRECTIVE_WRITE : DIRECTIVE_READ;
            case Packet.TaskResult _ -> RESULT;
            case Packet.Escalation _ -> ESCALATION;
            case Packet.IntegrityAlert alert -> of(alert);
            case ExternalEvent.UserInput _ -> USER_INPUT;
            case ExternalEvent.EpisodeClose _ -> EPISODE_CLOSE;
        };
    }

    private static Trigger of(Outcome outcome) {
        return switch (outcome) {
            case VERIFY_FIRST -> DECISION_VERIFY_FIRST;
            case ACT -> DECISION_ACT;
            case ESCALATE -> DECISION_ESCALATE;
            case DEFER -> DECISION_DEFER;
            case CANCEL -> DECISION_CANCEL;
        };
    }

    private static Trigger of(Packet.IntegrityAlert alert) {
        if (alert.halts()) {
            return ALERT_HALT;
        }
        if (!alert.clears()) {
            return ALERT;
        }
        return alert.recovered() ? ALERT_RECOVERED : ALERT_CLEAR;
    }
}
