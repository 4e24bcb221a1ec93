package dev.parley.replay.effect;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Registered;
import dev.parley.kernel.stream.Stream;
import dev.parley.state.Agents;
import dev.parley.state.ConversationState;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who may ask for what on the streams: the agents of the roster, the people who are heard, and the runtime. */
final class Floor implements Facts {
    private static final String ROOM = "verdict.stream";
    private static final String VOICE = "voice";
    private static final String SYSTEM = "system";
    private static final Set<String> PRIORITISED = Set.of("CREATE", "CLAIM", "INTERRUPT");

    private final ConversationState state;
    private final Supervision supervision;
    private final Takeovers takeovers;
    private final Set<String> heard = new HashSet<>();
    private String speaker = "";
    /** Who had the floor when the present turn began: it answers in it, whoever has the floor later. */
    private String answering = "";

    private @Nullable String typing;
    private boolean ended;
    private boolean founded;
    private String interrupter = "";
    private long bargedInto;
    private long stopped;
    private String stopper = "";

    Floor(ConversationState state) {
        this.state = state;
        this.supervision = new Supervision(state);
        this.takeovers = new Takeovers(state);
    }

    private Agents agents() {
        return state.agents();
    }

    private boolean isEnrolled(String actor) {
        return agents().isAgent(actor) || agents().isHuman(actor);
    }

    /** The agent that has the floor, empty while nobody has. */
    String speaker() {
        return speaker;
    }

    /** Whether the end of the streams was asked for; while the conversation is halted it is refused. */
    boolean isEnded() {
        return ended;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case "agent.down" -> supervision.wentDown(moment);
            case "agent.took_over" -> supervision.tookOver(moment, answering);
            case "turn.proposed" -> supervision.beforeTurn(moment);
            case "turn.started" -> {
                answering = speaker;
                yield null;
            }
            case "turn.error" -> {
                supervision.turnFailed(moment.text("reason"), answering);
                yield null;
            }
            case "control.budget_exhausted" -> {
                supervision.spent(moment);
                yield null;
            }
            case "voice.began" -> {
                heard.add(moment.text("by"));
                yield null;
            }
            case "control.cancel" -> {
                stopped = moment.turn();
                stopper = moment.text("by");
                yield null;
            }
            case "control.barge_in" -> bargedIn(moment);
            case "agent.state" -> founded ? null : new Fault("CREATE of " + VOICE, moment.brief());
            case "user.words" -> typed(moment);
            case "human.acted" -> takeovers.acted(moment, speaker);
            case "human.words" -> takeovers.said(moment, speaker);
            case "agent.reply" -> takeovers.replied(moment, answering);
            case "provider.call" -> takeovers.asked(moment, answering);
            case "speech.rewritten" -> {
                takeovers.rewritten(moment);
                yield null;
            }
            case ROOM -> decided(moment);
            default -> null;
        };
    }

    /** An agent that interrupts is let by the room first; a person is not asked to wait. */
    private @Nullable Fault bargedIn(Moment moment) {
        String agent = moment.text("agent");
        bargedInto = moment.turn();
        return agent.isEmpty() || agent.equals(interrupter)
                ? null
                : new Fault("an allowed INTERRUPT by " + agent, "by '" + interrupter + "'");
    }

    private @Nullable Fault decided(Moment moment) {
        Stream stream = moment.verdict() != null && moment.verdict().state() instanceof Stream found ? found : null;
        String session = Moment.text(moment.parameters(), "session");
        if (moment.action().equals("CREATE") && !session.equals(moment.rune().conversation())) {
            return new Fault("a stream of this conversation", "of session " + session);
        }
        Long priority = agents().priority(moment.actor());
        if (priority != null && PRIORITISED.contains(moment.action()) && priority(moment) != priority) {
            return new Fault("priority " + priority, "priority " + priority(moment));
        }
        String expected = asker(moment, stream);
        if (expected != null) {
            return new Fault(moment.action() + " by " + expected, "by " + moment.actor());
        }
        ended = ended || moment.action().equals("SESSION_END");
        if (moment.allows(ROOM)) {
            boolean unexplained = moment.action().equals("RESUME")
                    && (Moment.text(moment.parameters(), "operator").isBlank()
                            || Moment.text(moment.parameters(), "reason").isBlank());
            if (unexplained) {
                return new Fault("RESUME with the operator and the reason", moment.brief());
            }
            interrupter = moment.action().equals("INTERRUPT") ? moment.actor() : interrupter;
            if (stream != null && stream.name().equals(VOICE)) {
                founded = true;
                speaker = stream.owner() == null ? "" : stream.owner();
            }
        }
        return null;
    }

    private static long priority(Moment moment) {
        return Moment.number(moment.parameters(), "priority");
    }

    /** Who has to ask for it, if it is not who does; null if it is. */
    private @Nullable String asker(Moment moment, @Nullable Stream stream) {
        String actor = moment.actor();
        String claimer = takeovers.claimer(moment);
        String wrong = claimer == null && agents().isHuman(actor) ? takeovers.asker(moment) : claimer;
        if (wrong != null) {
            return wrong;
        }
        String owner = stream == null ? "" : stream.owner() == null ? SYSTEM : stream.owner();
        return switch (moment.action()) {
            case "CREATE" -> {
                boolean founds = moment.target().equals(VOICE);
                String due = founds ? agents().first() : speaker.isEmpty() && agents().areAllDown() ? SYSTEM : speaker;
                boolean named = founds || moment.target().startsWith("reply:");
                yield named && actor.equals(due) ? null : "who has the floor, '" + due + "'";
            }
            case "START", "COMPILE", "SYNTHESIZE", "PLAY", "COMMIT" ->
                owner.isEmpty() || actor.equals(owner) ? null : owner;
            case "STOP" -> owner.isEmpty() || actor.equals(owner) || actor.equals(SYSTEM) ? null : owner;
            case "FAIL", "SESSION_END" -> actor.equals(SYSTEM) ? null : SYSTEM;
            case "RELEASE" -> isEnrolled(actor) ? null : "an agent of the roster";
            case "CLAIM", "TRANSFER" -> mayAct(moment, actor) ? null : "an agent of the roster that has not ended";
            case "INTERRUPT" -> interrupter(moment, actor);
            case "MUTATE_GRAPH" -> ActorKind.of(actor) == ActorKind.PLUGIN ? null : "a plugin";
            default -> null;
        };
    }

    private boolean mayAct(Moment moment, String actor) {
        return isEnrolled(actor) && !agents().isDown(actor) && !agents().isDown(Moment.text(moment.parameters(), "to"));
    }

    /** A person who interrupts is heard, or is typing: then the next words are theirs, or nobody's if others were heard too. */
    private @Nullable String interrupter(Moment moment, String actor) {
        if (ActorKind.of(actor) == ActorKind.AGENT) {
            boolean named = agents().areNamed() || agents().isHuman(actor);
            boolean may = named && isEnrolled(actor) && !agents().isDown(actor);
            return may ? null : "a person or an agent of the roster";
        }
        if (ActorKind.of(actor) != ActorKind.USER) {
            return "a person or an agent of the roster";
        }
        String person = actor.startsWith("user_") ? actor.substring("user_".length()) : "";
        if (stopped == moment.turn() && stopped != 0) {
            return person.equals(stopper) ? null : "'" + stopper + "', who asked for silence";
        }
        if (moment.allows(ROOM) && bargedInto != moment.turn()) {
            return "nobody before control.barge_in or control.cancel";
        }
        typing = heard.contains(person) ? null : person;
        return null;
    }

    private @Nullable Fault typed(Moment moment) {
        String person = typing;
        typing = null;
        String by = moment.text("by");
        boolean joined = by.isEmpty() && !heard.isEmpty();
        return person == null || person.equals(by) || joined
                ? null
                : new Fault("words of '" + person + "', who interrupted", "words of '" + by + "'");
    }

    @Override
    public void remember(Moment past) {
        if (past.kind().equals("voice.began")) {
            heard.add(past.text("by"));
        }
    }

    @Override
    public void stood(Registered state) {
        if (state instanceof Stream stream && stream.name().equals(VOICE)) {
            founded = true;
            speaker = stream.owner() == null ? "" : stream.owner();
        }
    }

    @Override
    public void takenOver() {
        typing = null;
    }
}
