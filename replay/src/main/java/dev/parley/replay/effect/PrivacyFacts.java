package dev.parley.replay.effect;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.privacy.Judgement;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.people.privacy.KnownFacts;
import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import dev.parley.kernel.people.privacy.Sentences;
import dev.parley.state.Replies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is said of people: every judgement is made again, from who is present and what was known by then, and nothing that carries
 * a fact is spoken without one. Words that were not kept as text cannot be judged.
 */
final class PrivacyFacts implements Facts {
    private static final Fault TWICE = new Fault("one judgement of a sentence that is not said", "a second one");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final PeopleFacts people;
    private final Owed owed;
    private final KnownFacts known = new KnownFacts();
    private final List<Knowledge> learned = new ArrayList<>();
    private final Map<Long, GuardedReply> replies = new HashMap<>();
    /** The sentences that were judged and are said as they were judged, by their numbers. */
    private final Map<Long, Judged> sentences = new HashMap<>();

    /** Those of them that began to be heard. */
    private final Map<Long, Judged> begun = new HashMap<>();

    /** Those of them that were stopped because of who is here. */
    private final Set<Long> cut = new HashSet<>();

    /** The words of every reply and sentence of the turn, by number. */
    private final Map<Long, String> spoken = new HashMap<>();

    private @Nullable Judged due;
    private final SteadyClock clock = new SteadyClock();
    private String listener = "";
    private String listenerBefore = "";
    private boolean addressed;
    /** Whether it is yet to be told that something is not said as it is. */
    private boolean untold;

    /** Whether a reply was not written to its end. */
    private boolean unfinished;
    /** Whether a model began a reply anew of which something was said: what is written may be less than that. */
    private boolean retried;

    private record Judged(long reply, String text, Say say) {}

    PrivacyFacts(PeopleFacts people, Owed owed) {
        this.people = people;
        this.owed = owed;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        clock.accept(moment);
        return switch (moment.kind()) {
            case "verdict.household" -> decided(moment);
            case "knowledge.learned", "house.imported" -> learned(moment);
            case "turn.started" -> opened();
            case "user.words" -> addressed(moment);
            case "agent.took_over" -> {
                listener = listenerBefore;
                yield null;
            }
            case "agent.writing" -> {
                replies.put(moment.number("reply"), new GuardedReply());
                yield null;
            }
            case "agent.reply" -> written(moment);
            case "provider.call" -> asked(moment);
            case "speech.judged" -> judged(moment);
            case "speech.withheld" -> told(moment);
            case "agent.sentence" -> sentence(moment);
            case "speech.phrased", "caption" -> phrased(moment);
            case "verdict.stream" -> begun(moment);
            case "playback.started" -> heard(moment);
            default -> null;
        };
    }

    private @Nullable Fault decided(Moment moment) {
        if (moment.action().equals("execution_success")
                && moment.allows("verdict.household")
                && Moment.text(moment.parameters(), "command").equals(KnownFacts.FORGET)) {
            known.forget();
        }
        return null;
    }

    private @Nullable Fault learned(Moment moment) {
        if (Knowledge.isForgotten(moment.rune())) {
            known.forget();
            learned.removeIf(each -> each.name().equals(Knowledge.MEMORY));
        }
        Knowledge knowledge = Knowledge.of(moment.rune());
        if (knowledge != null) {
            known.know(knowledge);
            learned.add(knowledge);
        }
        return null;
    }

    @Override
    public void remember(Moment past) {
        clock.accept(past);
        if (!past.kind().equals("verdict.household")) {
            var _ = learned(past);
        }
    }

    /** Whoever takes a conversation up guards everything that was known in it. */
    @Override
    public void takenOver() {
        learned.forEach(known::know);
        due = null;
    }

    private @Nullable Fault opened() {
        listenerBefore = listener;
        listener = "";
        addressed = false;
        return null;
    }

    /** A turn speaks to whoever began it. */
    private @Nullable Fault addressed(Moment moment) {
        if (!addressed && moment.turn() != 0) {
            addressed = true;
            listener = moment.text("by");
        }
        return null;
    }

    @Override
    public @Nullable Fault turnEnds(long turn, boolean committed, String reason) {
        boolean broken = unfinished;
        boolean silent = committed && replies.values().stream().anyMatch(GuardedReply::isUnjudged);
        replies.clear();
        sentences.clear();
        begun.clear();
        cut.clear();
        spoken.clear();
        unfinished = false;
        retried = false;
        if (silent) {
            return new Fault("speech.judged of every sentence that carries something", "the commit of turn " + turn);
        }
        return broken && committed ? new Fault("a reply that is finished", "the commit of turn " + turn) : null;
    }

    private @Nullable Judgement judge(Moment moment, String text) {
        House house = people.house();
        if (house == null || house.people().isEmpty()) {
            return null;
        }
        return known.judge(house, text, listener, clock.today(moment));
    }

    private static String plain(String text) {
        return BLANKS.matcher(text.strip()).replaceAll(" ");
    }

    private @Nullable Fault asked(Moment moment) {
        retried = retried
                || (moment.turn() > 0
                        && moment.text("provider").equals("llm")
                        && replies.values().stream().anyMatch(reply -> !reply.written));
        return null;
    }

    private @Nullable Fault written(Moment moment) {
        GuardedReply reply = replies.computeIfAbsent(moment.number("reply"), _ -> new GuardedReply());
        reply.text = plain(moment.text("pii_text"));
        spoken.put(moment.number("reply"), reply.text);
        reply.written = true;
        if (!moment.isReadable()) {
            return null;
        }
        unfinished = unfinished || moment.flag("unfinished");
        boolean anew = retried && String.join(" ", reply.parts).startsWith(reply.text);
        for (String part : reply.parts) {
            if (!reply.goesOnWith(part) && !(moment.flag("unfinished") && anew)) {
                return new Fault("a reply that holds what was said and judged of it", moment.brief());
            }
        }
        if (!reply.withheld.isEmpty() && !reply.withheld.stream().allMatch(reply::isWithheldOnce)) {
            return TWICE;
        }
        for (String sentence : Sentences.of(moment.text("pii_text"))) {
            if (judge(moment, sentence) != null) {
                reply.carrying.add(plain(sentence));
            }
        }
        return null;
    }

    private @Nullable Fault judged(Moment moment) {
        GuardedReply of = replies.get(moment.number("reply"));
        if (!addressed) {
            // A turn that asks again what another host had asked speaks to that person, who has said nothing in it.
            listener = moment.text("listener");
        }
        if (of == null || !moment.text("listener").equals(listener)) {
            return of == null
                    ? new Fault("agent.reply " + moment.number("reply"), moment.brief())
                    : new Fault("a judgement for '" + listener + "'", "for '" + moment.text("listener") + "'");
        }
        String text = moment.text("pii_text");
        if (moment.isReadable()) {
            Judgement now = judge(moment, text);
            if (now == null || !isSame(now, moment)) {
                return new Fault(now == null ? "nothing to judge" : printed(now), moment.text("say"));
            }
            of.judged.add(plain(text));
            if (moment.text("say").equals("withhold")) {
                of.withheld.add(plain(text));
            }
            if (of.written && !of.isWithheldOnce(plain(text))) {
                return TWICE;
            }
            Fault foreign = of.withdrawn.remove(plain(text)) ? null : part(of, text, moment);
            if (foreign != null) {
                return foreign;
            }
        }
        Say say = Stream.of(Say.values())
                .filter(each -> printed(each).equals(moment.text("say")))
                .findFirst()
                .orElse(null);
        if (say == null) {
            return new Fault("say, neutrally or withhold", moment.text("say"));
        }
        if (say != Say.SAY) {
            untold = true;
            owed.withheld(moment.number("reply"), say == Say.NEUTRALLY ? "neutral" : "nothing");
        }
        if (say != Say.WITHHOLD) {
            due = new Judged(moment.number("reply"), text, say);
            owed.sentence(moment.number("reply"));
        }
        return null;
    }

    private @Nullable Fault told(Moment moment) {
        boolean due = untold;
        untold = false;
        return due ? null : new Fault("speech.judged right before it", moment.brief());
    }

    private static boolean isSame(Judgement now, Moment moment) {
        return moment.text("say").equals(printed(now.say()))
                && moment.text("reason").equals(now.reason())
                && moment.payload().get("carries") instanceof Json.Arr(List<Json> carries)
                && new HashSet<>(Json.texts(now.carries()).items()).equals(new HashSet<>(carries));
    }

    private static String printed(Say say) {
        return say.name().toLowerCase(Locale.ROOT);
    }

    private static String printed(Judgement now) {
        return printed(now.say()) + ", for it carries " + now.carries();
    }

    /** What is judged or said of a reply is a part of it; of one that is still being written that is seen at its end. */
    private static @Nullable Fault part(GuardedReply of, String text, Moment moment) {
        String part = plain(text);
        if (!of.written) {
            of.parts.add(part);
            return null;
        }
        return of.goesOnWith(part) ? null : new Fault("a part of its reply, in its order", moment.brief());
    }

    private @Nullable Fault sentence(Moment moment) {
        Judged before = due;
        due = null;
        GuardedReply of = replies.get(moment.number("of"));
        Optional.ofNullable(before).ifPresent(judged -> sentences.put(moment.number("reply"), judged));
        if (of == null || !moment.isReadable()) {
            return null;
        }
        String text = moment.text("pii_text");
        spoken.put(moment.number("reply"), text);
        if (text.isBlank()) {
            return new Fault("a sentence with words", moment.brief());
        }
        if (before == null) {
            Fault unjudged = unjudged(of, text, moment);
            return unjudged == null ? part(of, text, moment) : unjudged;
        }
        boolean fits = before.say() == Say.NEUTRALLY
                ? text.equals(Judgement.NEUTRAL)
                : before.text().isEmpty() || plain(before.text()).endsWith(plain(text));
        return fits ? null : new Fault("the sentence that was judged", "another one");
    }

    /** What is spoken in shorter sentences, or shown while it is spoken, has the same words in the same order. */
    private @Nullable Fault phrased(Moment moment) {
        String written = spoken.getOrDefault(moment.number("reply"), "");
        return !moment.isReadable() || words(written).equals(words(moment.text("pii_text")))
                ? null
                : new Fault("the words of reply " + moment.number("reply"), "other words");
    }

    private static String words(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " ").strip();
    }

    /** A sentence that nobody judged carries nothing, or carried nothing when its reply was written. */
    private @Nullable Fault unjudged(GuardedReply of, String text, Moment moment) {
        for (String sentence : Sentences.of(text)) {
            boolean carried = !of.written || of.carrying.contains(plain(sentence));
            Judgement now = carried ? judge(moment, sentence) : null;
            if (now != null) {
                return new Fault("speech.judged right before it: " + printed(now), moment.brief());
            }
        }
        return null;
    }

    /** A reply that carries something is said sentence by sentence, never as a whole. */
    private @Nullable Fault begun(Moment moment) {
        if (!moment.target().startsWith("reply:")) {
            return null;
        }
        long number = Replies.number(moment.target());
        GuardedReply whole = moment.action().equals("CREATE") ? replies.get(number) : null;
        if (whole == null) {
            withdrawn(moment, number);
            return null;
        }
        whole.whole = true;
        for (String sentence : whole.carrying) {
            Judgement now = judge(moment, sentence);
            if (now != null) {
                return new Fault("speech.judged before it is said: " + printed(now), moment.brief());
            }
        }
        return null;
    }

    /** A sentence that may not be heard any more as it was judged is judged again. */
    private void withdrawn(Moment moment, long number) {
        Judged judged = sentences.get(number);
        boolean ends = moment.action().equals("FAIL") || moment.action().equals("STOP");
        GuardedReply of = judged == null ? null : replies.get(judged.reply());
        if (judged == null || !ends) {
            cut(moment, number);
        } else if (of != null && !judged.text().isEmpty() && isOutdated(judged, moment)) {
            of.judged.remove(plain(judged.text()));
            of.withdrawn.add(plain(judged.text()));
        }
    }

    /** The same where some of it was heard: the runtime stops it and says no more of it as it is. */
    private void cut(Moment moment, long number) {
        Judged judged = begun.get(number);
        GuardedReply of = judged == null ? null : replies.get(judged.reply());
        if (judged == null
                || of == null
                || judged.say() != Say.SAY
                || !moment.action().equals("STOP")
                || !moment.actor().equals("system")) {
            return;
        }
        if (judged.text().isEmpty() || isOutdated(judged, moment)) {
            of.withdrawn.add(plain(judged.text()));
            cut.add(number);
        }
    }

    /** Whether this sentence was stopped because somebody is here who may not hear its rest. */
    boolean isWithdrawn(long number) {
        return cut.contains(number);
    }

    private boolean isOutdated(Judged judged, Moment moment) {
        Judgement now = judge(moment, judged.text());
        return (now == null ? Say.SAY : now.say()) != judged.say();
    }

    /** Whoever came in meanwhile does not hear it. */
    private @Nullable Fault heard(Moment moment) {
        Judged judged = sentences.remove(moment.number("reply"));
        if (judged != null) {
            begun.put(moment.number("reply"), judged);
        }
        return judged == null || judged.text().isEmpty() || !isOutdated(judged, moment)
                ? null
                : new Fault("a judgement of who is here now", moment.brief());
    }
}
