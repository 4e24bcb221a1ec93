package dev.parley.session;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What other threads want to know of a conversation. Each question is answered in the seat, or fails when the conversation is over
 * or has too much to do.
 *
 * @param errands has something done in the seat; false where too much is to be done already
 */
record Inquiries(
        String session,
        Predicate<Consumer<ConversationLoop>> errands,
        BooleanSupplier over,
        Map<Long, CompletableFuture<?>> open,
        AtomicLong numbers) {
    Inquiries(String session, Predicate<Consumer<ConversationLoop>> errands, BooleanSupplier over) {
        this(session, errands, over, new ConcurrentHashMap<>(), new AtomicLong());
    }

    <T extends @Nullable Object> CompletableFuture<T> ask(Function<ConversationLoop, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        long number = numbers.incrementAndGet();
        open.put(number, answer);
        boolean taken = errands.test(present -> {
            try {
                answer.complete(question.apply(present));
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
            open.remove(number);
        });
        if (over.getAsBoolean()) {
            answerNobody();
        } else if (!taken) {
            open.remove(number);
            answer.completeExceptionally(new IllegalStateException(session + SeatedLoop.BUSY));
        }
        return answer;
    }

    void answerNobody() {
        open.values().forEach(answer -> answer.completeExceptionally(new IllegalStateException(session + " is over")));
        open.clear();
    }
}
