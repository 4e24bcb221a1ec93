package dev.parley.app.talk;

import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.kernel.json.Json;
import dev.parley.session.people.Understanding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Understands people who put things in their own words. What the rules know is taken as it is. Everything else is compared with
 * example phrases by its meaning: one that is near enough, and clearly nearer than every other, is said again in words that the
 * rules know, with the values of the sentence. What the words around a wish hold back ({@link Scope}), what says the opposite, and
 * what is less clear is not done: the house asks back.
 */
final class FreeWords implements Understanding {
    /** How near a sentence must be that does not say on which side of two opposites it is. */
    private static final float SURE_OF_SIDE = 0.82f;

    private static final float UNSURE_WITHOUT_WORDS = 0.55f;
    private static final float UNSURE = 0.45f;
    private static final float MARGIN = 0.05f;
    private static final String UNSURE_OF = "I am not sure what you mean. Shall I {}?";
    private static final int WORDS_MAX = 25;
    private static final int READINGS_MAX = 64;
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");
    private static final Pattern PARTS = Pattern.compile("[.!?;]+\\s+|,\\s+|\\s+-\\s+|\\s+(?=because\\b)");
    private static final Pattern POLITE_END = Patterns.anyCase("(?:,? (?:please|now|thanks))*[ .!?]*$");
    /** More or less of it, and nobody says how much. */
    private static final Pattern LOUDNESS = Patterns.anyCase(
            "^(?:the )?(?:volume|sound|music) (?:up|down|higher|lower)$|^(?:louder|quieter|softer)$|^turn (?:the volume|the sound|it) (?:up|down)(?: a (?:bit|little))?$");
    /** Somebody asks, and does not tell in the form of a question. */
    private static final Pattern ASKS = Patterns.anyCase(
            "^(?:did|do|does|is|are|has|have|was|were|who|where)\\b(?!.*\\b(?:know|notice[d]?|see|hear|heard|that)\\b)");

    private static final Pattern MUTE = Patterns.anyCase("^mute(?: it| the (?:music|sound))?$");
    private static final Pattern OPENING = Patterns.anyCase(
            "^(?:(?:look|hey|hi|hello|oh|ok|okay|well|so|now|and|but|yes|listen|right|please|then)\\b,? ?)+");
    private static final Pattern ANSWERED = Patterns.anyCase("\\b(?:call|called|name|nickname)\\b");
    private static final Pattern WISHES = Patterns.anyCase(
            "\\b(?:please|want|wants|need|needs|like|love|let|make|give|have|get|could|can|should|put|dark|see|too|brighten|darken|light up|illuminate)\\b");
    private static final String ALL = "(?:everything|all(?: of (?:it|them))?|it all|them all)";
    private static final Pattern EVERYTHING = Patterns.anyCase("^(?:please )?(?:turn|switch|shut) (?:(?<first>on|off) "
            + ALL + "|" + ALL + " (?<last>on|off))(?: in the house| here| again| now)*(?:,? please)?[.!]*$");
    private static final String PEOPLE = "people";
    /** Who somebody is and how they want to be spoken to is not asked about without a word of it. */
    private static final Pattern ONLY_BY_WORDS = Patterns.anyCase("^(?:i am|speak|captions)\\b");

    private static final List<String> STRONG = List.of("quoted", "conditional", "others");

    private final HouseWords rules;
    private final Slots slots;
    private final LoanWords loans;
    private volatile @Nullable Phrases phrases;
    private final Map<String, Reading> readings = new LinkedHashMap<>();
    private final AskedBack asked;

    /**
     * What a sentence is taken for.
     *
     * @param plain the sentence in words that the rules know, or itself; empty if nothing is to be taken from it
     * @param instead what to say instead of doing anything, mostly a question; null if nothing
     * @param offer what an answer to that question completes, in words that the rules know; null for nothing
     */
    record Reading(
            String plain,
            @Nullable String instead,
            @Nullable String offer) {
        static Reading of(String plain) {
            return new Reading(plain, null, null);
        }

        static Reading asks(String question) {
            return new Reading("", question, null);
        }

        static Reading asks(Intents.Found found) {
            return new Reading("", found.instead(), found.offer());
        }
    }

    FreeWords(List<String> names) {
        this.rules = new HouseWords(names);
        this.slots = new Slots(names);
        this.loans = new LoanWords(names);
        this.asked = new AskedBack(slots);
    }

    /** That this person is asked what a reading asks. */
    void ask(String person, Reading reading) {
        if (reading.offer() != null) {
            asked.asks(person, reading.offer());
        }
    }

    /** What these words mean after what was asked last; nothing for a no to it. */
    List<String> meant(String sentence) {
        return asked.meant(sentence);
    }

    @Override
    public void heard(String sentence, String by) {
        asked.hears(sentence, by, each -> ruled(Spelling.mended(each.strip())) != null);
    }

    /** What was read before is there at once; comparing meanings takes milliseconds, and a second for the first of them. */
    Reading read(String sentence) {
        Reading known = known(sentence);
        if (known == null) {
            String mended = Spelling.mended(sentence.strip());
            Reading ruled = ruled(mended);
            known = ruled == null ? compared(mended) : ruled;
            keep(sentence, known);
        }
        return known;
    }

    private @Nullable Reading known(String sentence) {
        synchronized (readings) {
            return readings.get(sentence.strip());
        }
    }

    private void keep(String sentence, Reading reading) {
        synchronized (readings) {
            readings.put(sentence.strip(), reading);
            if (readings.size() > READINGS_MAX) {
                readings.remove(readings.keySet().iterator().next());
            }
        }
    }

    @Override
    public boolean takesLong(String sentence) {
        return known(sentence) == null && ruled(Spelling.mended(sentence.strip())) == null;
    }

    @Override
    public void prepare(String sentence) {
        read(sentence);
    }

    /** What the rules know without comparing; null if that is nothing. */
    private @Nullable Reading ruled(String sentence) {
        String missing = AskedBack.missing(sentence);
        if (missing != null) {
            return new Reading("", asked(missing), sentence);
        }
        Reading sound = sound(POLITE_END.matcher(Scope.plain(sentence)).replaceFirst(""));
        if (sound != null) {
            return sound;
        }
        if (Scope.isLong(sentence)
                || sentence.split("\\s+", -1).length > WORDS_MAX
                || rules.knows(sentence)
                || SmallTalk.isAnswered(sentence)) {
            return Reading.of(sentence);
        }
        if (SmallTalk.newcomer(sentence) != null) {
            return Reading.of(sentence);
        }
        Matcher everything = EVERYTHING.matcher(sentence);
        if (everything.find()) {
            String way = everything.group("first") == null ? everything.group("last") : everything.group("first");
            return Reading.asks("I turn one thing on or off at a time. What shall I turn " + way + " first?");
        }
        String unneeded = Slots.unneeded(sentence);
        if (unneeded != null) {
            String off = "turn off the " + unneeded + " lights";
            return new Reading("", "Shall I turn the " + unneeded + " lights off?", off);
        }
        String part = knownPart(sentence);
        if (part != null) {
            return Reading.of(part);
        }
        Reading loan = loans.question(sentence);
        if (loan != null) {
            return loan;
        }
        Intents.Found found = Intents.read(sentence);
        if (found != null) {
            return found.instead() == null ? Reading.of(sentence) : Reading.asks(found);
        }
        boolean tells =
                SentenceExtractor.tells(sentence) && !ANSWERED.matcher(sentence).find();
        return tells ? Reading.of(sentence) : null;
    }

    /** A wish for more or less sound in a word or two; null if this is none. */
    private static @Nullable Reading sound(String plain) {
        if (LOUDNESS.matcher(plain).find()) {
            return new Reading("", asked("level"), "set the volume to {level}");
        }
        return MUTE.matcher(plain).find() ? Reading.of("set the volume to 0") : null;
    }

    /** The one part of a sentence that the rules for people know, if the rest changes nothing about it; or null. */
    private @Nullable String knownPart(String sentence) {
        if (STRONG.stream().anyMatch(why -> Scope.isHeld(sentence, why))) {
            return null;
        }
        String known = null;
        boolean isDenied = false;
        for (String part : PARTS.split(sentence, -1)) {
            String plain = OPENING.matcher(part).replaceFirst("").strip();
            if (rules.knows(plain)) {
                if (known != null || isDenied) {
                    return null;
                }
                known = plain;
            } else if (Intents.read(plain) != null) {
                return null;
            }
            isDenied |= known == null && Scope.isHeld(plain, "denied") && !sentence.contains(part + "?");
        }
        return known;
    }

    private Reading compared(String sentence) {
        String plain = Scope.plain(sentence);
        Scope.Hold hold = Scope.of(sentence, PEOPLE);
        if (hold != null && hold.name().equals("denied")) {
            return Scope.namesThing(plain) ? Reading.asks(hold.says()) : Reading.of(sentence);
        }
        String opposite = Intents.opposite(plain);
        if (opposite != null) {
            return Reading.asks(opposite);
        }
        Near near = plain.split("\\s+", -1).length < 2 ? null : near(plain);
        if (near == null || near.how() < UNSURE || near.wish().isNothing()) {
            return Reading.of(sentence);
        }
        Phrases.Wish wish = near.wish();
        if (wish.says().startsWith("set the volume") && !wish.fits(plain)) {
            return Reading.of(sentence);
        }
        if (wish.says().endsWith("arrived") && ASKS.matcher(plain).find()) {
            return Reading.of("who is here");
        }
        hold = Scope.of(sentence, Intents.tool(wish.says()));
        if (hold != null) {
            return held(hold, wish, sentence);
        }
        if (wish.question() != null) {
            return Reading.asks(wish.question());
        }
        boolean isSure = near.isSure(plain) && !wish.isOpposed(plain) && wish.fits(plain);
        Reading filled = filled(wish, sentence);
        return isSure || filled.instead() != null
                ? filled
                : new Reading("", UNSURE_OF.replace("{}", wish.asks()), filled.plain());
    }

    private Reading held(Scope.Hold hold, Phrases.Wish wish, String sentence) {
        String plain = placed(wish, sentence);
        Intents.Found found = AskedBack.missing(plain) == null ? Intents.read(plain) : null;
        boolean isAboutPeople = Intents.tool(wish.says()).equals(PEOPLE);
        String says =
                isAboutPeople ? UNSURE_OF.replace("{}", "{does}") : hold.says().replace("{rooms}", Slots.whichRoom());
        return new Reading(
                "",
                says.replace("{does}", found == null ? wish.asks() : Offers.does(found.wish())),
                found == null ? plain : Offers.of(found.wish(), says));
    }

    /** The wish whose example is nearest; nearness from -1 to 1. */
    private record Near(Phrases.Wish wish, float how, float beforeNext) {
        boolean isSure(String plain) {
            boolean isSided = wish.side() == null || Scope.isWished(plain, wish.side());
            return beforeNext >= MARGIN
                    && (isSided
                            ? how >= wish.sure()
                            : how >= SURE_OF_SIDE && WISHES.matcher(plain).find());
        }
    }

    /** What is nearest among what fits by its words; if that is nothing, or nothing of the house, what is near all the same. */
    private @Nullable Near near(String sentence) {
        List<float[]> meanings = new ArrayList<>();
        meanings.add(Meaning.of(slots.likeAnExample(sentence)));
        String[] parts = PARTS.split(sentence, -1);
        for (String part : parts.length < 2 ? new String[0] : parts) {
            meanings.add(Meaning.of(slots.likeAnExample(part)));
        }
        Map<Phrases.Wish, Float> fitting = new HashMap<>();
        Map<Phrases.Wish, Float> others = new HashMap<>();
        for (Phrases.Phrase each : phrases().all()) {
            Phrases.Wish wish = each.wish();
            boolean isContrary = wish.isOpposed(sentence) && !Scope.isWished(sentence, wish.side());
            for (float[] meaning : isContrary ? List.<float[]>of() : meanings) {
                (wish.fits(sentence) ? fitting : others).merge(wish, each.near(meaning), Math::max);
            }
        }
        Near best = best(fitting);
        Near other = best(others);
        boolean isNothing = best == null || best.wish().isNothing() || best.how() < UNSURE;
        return isNothing
                        && other != null
                        && isAskedAbout(other.wish().says(), sentence)
                        && other.how() >= UNSURE_WITHOUT_WORDS
                        && (best == null || other.how() > best.how())
                ? other
                : best;
    }

    /** Whether a sentence without all the words of a wish may be meant so. Who comes and goes needs one word of it. */
    private static boolean isAskedAbout(String says, String sentence) {
        String side = says.endsWith("arrived") ? "came" : says.endsWith("has left") ? "left" : null;
        return side == null ? !ONLY_BY_WORDS.matcher(says).find() : Scope.isOn(sentence, side);
    }

    private static @Nullable Near best(Map<Phrases.Wish, Float> all) {
        Phrases.Wish best = null;
        float first = -1;
        float second = -1;
        for (Map.Entry<Phrases.Wish, Float> each : all.entrySet()) {
            if (each.getValue() > first) {
                second = first;
                first = each.getValue();
                best = each.getKey();
            } else {
                second = Math.max(second, each.getValue());
            }
        }
        return best == null ? null : new Near(best, first, first - second);
    }

    /** The wish with the values of the sentence, and with the places of those that it does not have. */
    private String placed(Phrases.Wish wish, String sentence) {
        return PLACE.matcher(wish.says()).replaceAll(place -> {
            String value = slots.value(place.group(1), sentence);
            return Matcher.quoteReplacement(value == null ? place.group() : value);
        });
    }

    /** The wish with the values of the sentence, or a question for those that are missing. */
    private Reading filled(Phrases.Wish wish, String sentence) {
        String plain = placed(wish, sentence);
        String missing = AskedBack.missing(plain);
        if (missing != null) {
            return new Reading("", asked(missing), plain);
        }
        Intents.Found found = Intents.read(plain);
        if (found == null) {
            return rules.knows(plain) ? Reading.of(plain) : Reading.asks(UNSURE_OF.replace("{}", wish.asks()));
        }
        Intents.Found checked = found.instead() == null ? Intents.checked(found.wish(), Scope.plain(sentence)) : found;
        return checked.instead() == null ? Reading.of(plain) : Reading.asks(checked);
    }

    private static String asked(String place) {
        return switch (place) {
            case "room" -> Slots.whichRoom();
            case "level" -> "To which volume, from 0 to " + Slots.LOUDEST + "?";
            case "city" -> "In which city?";
            case "item" -> "What shall I order?";
            case "thing" -> "What exactly may they use?";
            case "name" -> "How shall I call you?";
            default -> "Whom do you mean?";
        };
    }

    private Phrases phrases() {
        Phrases read = phrases;
        if (read == null) {
            read = Phrases.read();
            phrases = read;
        }
        return read;
    }

    @Override
    public List<Act> acts(String sentence) {
        return meant(sentence).stream()
                .flatMap(each -> rules.acts(read(each).plain()).stream())
                .toList();
    }

    @Override
    public Json.@Nullable Obj manner(String sentence) {
        return first(sentence, rules::manner);
    }

    @Override
    public @Nullable String statement(String sentence) {
        return first(sentence, rules::statement);
    }

    @Override
    public @Nullable Note note(String sentence) {
        return first(sentence, rules::note);
    }

    private <T> @Nullable T first(String sentence, Function<String, @Nullable T> taken) {
        for (String each : meant(sentence)) {
            T found = taken.apply(read(each).plain());
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Override
    public @Nullable String address(String sentence) {
        return rules.address(sentence);
    }
}
