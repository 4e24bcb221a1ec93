package dev.parley.session.people;

import dev.parley.kernel.event.AgentEvents.HouseholdQuestion;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.YesOrNo;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.tool.ArgumentsDigest;
import dev.parley.session.port.HouseAsks;
import dev.parley.session.tool.Questions;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the house waits to hear from its people, and which of it was asked last. A question that waits and was not heard, or not
 * as the last thing that was said, is asked again before it can be answered. Who calls it otherwise than by its interface holds
 * the lock.
 */
final class HouseQuestions implements HouseAsks {
    private static final long UNHEARD = Long.MAX_VALUE;

    private final Object lock;
    private final Supplier<House> present;
    private final TimeoutWatch waits;
    private final Consumer<HouseQuestion> unaskable;
    private @Nullable HouseQuestion last;
    /** The question that was asked once more of somebody who hesitated. */
    private @Nullable HouseQuestion repeated;

    private int askedBack;
    private long reply;
    private String put = "";
    private long heardAtMs = UNHEARD;

    /**
     * @param lock that of the household
     * @param unaskable takes a question that may not be said to those present
     */
    HouseQuestions(Object lock, Supplier<House> present, TimeoutWatch waits, Consumer<HouseQuestion> unaskable) {
        this.lock = lock;
        this.present = present;
        this.waits = waits;
        this.unaskable = unaskable;
    }

    /** This is to be asked. */
    void raise(@Nullable HouseQuestion question) {
        last = question;
        repeated = question != null && question.equals(repeated) ? repeated : null;
        askedBack = question == null ? 0 : askedBack;
        unasked();
    }

    /** What this person, who hesitates, is to be asked once more, within the same time; null if nothing is, or it has been. */
    @Nullable
    HouseQuestion again(String by) {
        HouseQuestion open = open(by);
        boolean isAgain = open != null && !open.equals(repeated);
        repeated = isAgain ? open : repeated;
        return isAgain ? open : null;
    }

    /** What this person is to be asked again, who said something that only resembles an answer; null for nothing. */
    @Nullable
    HouseQuestion askBack(String by) {
        HouseQuestion open = askedBack < Questions.ASKED_BACK_MAX ? open(by) : null;
        askedBack += open == null ? 0 : 1;
        return open;
    }

    private void unasked() {
        reply = 0;
        heardAtMs = UNHEARD;
    }

    /** What was raised last and still waits, or null. */
    @Nullable
    HouseQuestion last() {
        return last != null && last.isPending(present.get()) ? last : null;
    }

    /** The question that this person is to answer: the last one, or any that waits, from an earlier process or by an event. */
    @Nullable
    HouseQuestion open(String by) {
        if (last != null && last.of().equals(by)) {
            return last();
        }
        return pending().filter(each -> each.of().equals(by)).findFirst().orElse(null);
    }

    private Stream<HouseQuestion> pending() {
        House house = present.get();
        return house.people().values().stream()
                .flatMap(person -> HouseQuestion.about(person).stream())
                .filter(each -> each.isPending(house));
    }

    /**
     * Whether an answer that was begun at this moment is one to this question. A no to what is just being asked counts before
     * its end: it gives nothing away.
     */
    boolean isAnsweredBy(YesOrNo answer, HouseQuestion open, long fromMs) {
        return open.equals(last) && (answer == YesOrNo.NO || fromMs >= heardAtMs);
    }

    /** The reply by which the last question was put, 0 for none. */
    long reply() {
        return reply;
    }

    /** The digest of its words, as they were put. */
    String digest() {
        return ArgumentsDigest.of(Json.of(put));
    }

    /** What somebody was asked before this process and has not answered, worded to be asked again (ruling E8). */
    List<String> unanswered() {
        return pending().map(each -> each.again(present.get())).toList();
    }

    @Override
    public HouseholdQuestion put(String question, long number, boolean aloud) {
        synchronized (lock) {
            House house = present.get();
            raise(Stream.concat(Stream.ofNullable(last()), pending())
                    .filter(each -> question.equals(each.asks(house)) || question.equals(each.again(house)))
                    .findFirst()
                    .orElse(null));
            reply = last == null ? 0 : number;
            put = question;
            if (last != null && aloud) {
                waits.asks(last.target(), last.waits());
            }
            return last == null ? new HouseholdQuestion(null, null, null) : last.recorded();
        }
    }

    @Override
    public void heard(long number, long atMs) {
        synchronized (lock) {
            if (number == reply && reply != 0) {
                heardAtMs = atMs;
                waits.heard();
            }
        }
    }

    @Override
    public void withheld(long number) {
        synchronized (lock) {
            HouseQuestion open = number == reply && reply != 0 ? last() : null;
            if (open != null) {
                raise(null);
                unaskable.accept(open);
            }
        }
    }

    @Override
    public void interposed() {
        synchronized (lock) {
            unasked();
        }
    }

    @Override
    public boolean isAwaited() {
        synchronized (lock) {
            return heardAtMs != UNHEARD && last() != null;
        }
    }
}
