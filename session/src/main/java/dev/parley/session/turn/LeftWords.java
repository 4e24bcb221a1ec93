package dev.parley.session.turn;

import dev.parley.kernel.event.AgentEvents.ReplyDeferred;
import dev.parley.session.event.Masked;
import dev.parley.session.event.Reply;
import dev.parley.session.listen.Said;
import dev.parley.state.Words;
import dev.parley.state.Words.Spoken;
import dev.parley.state.Words.Unsaid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What waited for a turn when its host left: words of people, and replies that nobody asked for. Whoever goes on with the
 * conversation answers the words and says the replies, each once. Where the record keeps no text nothing can be taken up.
 *
 * @param said words that open a turn by themselves
 * @param added words that belong to the next turn
 * @param unasked replies by the events at which they were left, or at which a human said them who has taken over
 */
public record LeftWords(List<Said> said, List<Said> added, Map<Long, Reply> unasked) {
    /** When words were said that are older than everything this host has heard. */
    private static final long BEFORE = Long.MIN_VALUE;

    /** @param after the event up to which nothing waited, because a snapshot was taken then; 0 where there is none */
    public static LeftWords in(Words words, long after) {
        List<Said> said = new ArrayList<>();
        List<Said> added = new ArrayList<>();
        Map<Long, Reply> unasked = new LinkedHashMap<>();
        words.queued().forEach((event, each) -> {
            if (event > after && each.text().isKept()) {
                said.add(said(event, each, List.of(event)));
            }
        });
        words.added().forEach((event, each) -> {
            if (event > after && each.text().isKept()) {
                added.add(said(event, each, List.of()));
            }
        });
        words.replies().forEach((event, each) -> {
            if (event > after && each.text().isKept()) {
                unasked.put(event, reply(each));
            }
        });
        return new LeftWords(said, added, unasked);
    }

    private static Said said(long event, Spoken words, List<Long> heard) {
        return new Said(Masked.of(words.text().said()), words.by(), BEFORE, BEFORE, event, heard);
    }

    /** How many of these lines were said to an earlier host. */
    static long count(List<Said> said) {
        return said.stream().filter(each -> each.atMs() == BEFORE).count();
    }

    /** A reply as it is left to the next host. One that calls tools is not: its calls are wished for by nobody any more. */
    static ReplyDeferred deferred(Reply reply) {
        Long words = reply.words() == 0 ? null : reply.words();
        return new ReplyDeferred(reply.says(), reply.audioMs(), reply.interruptible(), words);
    }

    private static Reply reply(Unsaid left) {
        String says = left.text().said();
        return left.isDeferred()
                ? new Reply(says, left.audioMs(), left.interruptible(), List.of(), 0, left.words())
                : Reply.ofHuman(says, left.words());
    }
}
