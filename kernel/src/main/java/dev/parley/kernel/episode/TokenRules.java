package dev.parley.kernel.episode;

import dev.parley.kernel.episode.EpisodeRule.Stage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What writes needs a token: rule E4. */
final class TokenRules {
    private TokenRules() {}

    static List<EpisodeRule> rules() {
        return List.of(
                writing(
                        "E4.1",
                        "A directive that writes is preceded by a token in its episode.",
                        (_, moment) -> moment.ledger().hasTokens() ? null : "No token was accepted in this episode."),
                writing("E4.2", "A directive that writes names a token of its episode.", TokenRules::unnamed),
                token(
                        "E4.3",
                        "The token is not expired when the directive is made.",
                        (directive, token) -> token.expiredAt(directive.createdAt())
                                ? directive.tokenId() + " expired at " + token.expiry() + "; the directive is of "
                                        + directive.createdAt() + "."
                                : null),
                token(
                        "E4.4",
                        "The token is not revoked.",
                        (directive, token) -> token.revoked() ? directive.tokenId() + " is revoked." : null),
                token(
                        "E4.5",
                        "The token has a use left.",
                        (directive, token) -> token.usedUp()
                                ? directive.tokenId() + " allows " + token.usageCountMax() + " uses, and all are spent."
                                : null),
                token(
                        "E4.scope",
                        "The token covers the directive's tool and operation.",
                        (directive, token) -> token.covers(directive)
                                ? null
                                : directive.tokenId() + " does not cover " + described(directive) + "."));
    }

    private interface TokenCheck {
        @Nullable
        String breach(Packet.TaskDirective directive, GrantedToken token);
    }

    private static EpisodeRule writing(String id, String sentence, EpisodeRule.Check<Packet.TaskDirective> check) {
        return EpisodeRule.of(
                id,
                Stage.SEQUENCE,
                Packet.TaskDirective.class,
                sentence,
                (directive, moment) -> directive.safetyClass().writes() ? check.breach(directive, moment) : null);
    }

    private static EpisodeRule token(String id, String sentence, TokenCheck check) {
        return writing(id, sentence, (directive, moment) -> {
            GrantedToken token = moment.ledger().token(directive.tokenId());
            return token == null ? null : check.breach(directive, token);
        });
    }

    private static @Nullable String unnamed(Packet.TaskDirective directive, Moment moment) {
        if (directive.tokenId() == null) {
            return "The directive names no authorization_token_id.";
        }
        return moment.ledger().token(directive.tokenId()) == null
                ? "No token " + directive.tokenId() + " was accepted in this episode."
                : null;
    }

    private static String described(Packet.TaskDirective directive) {
        String tool = directive.toolId() == null ? "a directive without a tool_id" : directive.toolId();
        return tool + " with operation " + directive.operation();
    }
}
