package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.session.event.SessionEvent;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;

/**
 * What a client wants of the agent's answers, all of them or one.
 *
 * @param tools whether the model may ask for any
 * @param tokensMax how long an answer may be; 0 for no bound
 */
record AnswerBounds(boolean tools, long tokensMax) {
    static final String ENDLESS = "inf";

    private static final String CHOICE = "tool_choice";
    private static final String TOKENS = "max_output_tokens";
    private static final String NONE = "none";
    private static final String AUTO = "auto";
    private static final long TOKENS_MAX = 4_096;
    private static final Set<Json> CHOICES = Set.of(Json.of(NONE), Json.of(AUTO), Json.of("required"));

    /** The bounds that a session holds. */
    static AnswerBounds of(Json.Obj session) {
        BigDecimal tokens = session.number(TOKENS);
        return new AnswerBounds(!NONE.equals(session.text(CHOICE)), tokens == null ? 0 : tokens.longValue());
    }

    /** The session with what an update says about answers. A model is never made to call a tool: all but none is auto. */
    static Json.Obj merged(Json.Obj session, Json.Obj update) throws BadEvent {
        Json.Obj merged = session;
        Json choice = update.get(CHOICE);
        if (choice != null) {
            checkChoice(choice, "session.");
            merged = merged.with(CHOICE, choice.equals(Json.of(NONE)) ? NONE : AUTO);
        }
        Json tokens = update.get(TOKENS);
        if (tokens != null) {
            checkTokens(tokens, "session.");
            merged = merged.with(TOKENS, tokens);
        }
        return merged;
    }

    /** The same for one answer, with what its response says about it. */
    AnswerBounds with(Json.Obj response) throws BadEvent {
        Json choice = response.get(CHOICE);
        boolean offered = tools;
        if (choice != null) {
            checkChoice(choice, "response.");
            if (!choice.equals(Json.of(NONE)) && !choice.equals(Json.of(AUTO))) {
                throw unsupported(CHOICE, "a model here is never made to call a tool");
            }
            offered = choice.equals(Json.of(AUTO));
        }
        Json own = response.get("tools");
        if (own != null && !own.equals(Json.of(List.of()))) {
            throw unsupported("tools", "tools are declared for the session");
        }
        if (response.get("prompt") instanceof Json.Obj) {
            throw unsupported("prompt", "there are no stored prompts here");
        }
        Json tokens = response.get(TOKENS);
        long most = tokensMax;
        if (tokens != null) {
            checkTokens(tokens, "response.");
            most = tokens instanceof Json.Num(BigDecimal number) ? number.longValue() : 0;
        }
        return new AnswerBounds(offered && own == null, most);
    }

    private static BadEvent unsupported(String field, String why) {
        return new BadEvent("unsupported", why, "response." + field);
    }

    private static void checkChoice(Json choice, String at) throws BadEvent {
        boolean known = choice instanceof Json.Obj named ? named.text("type") != null : CHOICES.contains(choice);
        if (!known) {
            throw BadEvent.value(at + CHOICE, "'none', 'auto', 'required' or a tool");
        }
    }

    private static void checkTokens(Json tokens, String at) throws BadEvent {
        boolean counted = tokens instanceof Json.Num(BigDecimal number)
                && number.stripTrailingZeros().scale() <= 0
                && number.signum() > 0
                && number.compareTo(BigDecimal.valueOf(TOKENS_MAX)) <= 0;
        if (!counted && !tokens.equals(Json.of(ENDLESS))) {
            throw BadEvent.value(at + TOKENS, "'inf' or from 1 to " + TOKENS_MAX);
        }
    }

    SessionEvent asEvent(boolean once) {
        return new SessionEvent.AnswersBounded(tools, tokensMax, once);
    }

    /** How long an answer may be, as a client reads it. */
    Json tokens() {
        return tokensMax == 0 ? Json.of(ENDLESS) : Json.of(tokensMax);
    }
}
