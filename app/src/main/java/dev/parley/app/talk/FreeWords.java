package dev.parley.app.talk;

import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.PlainWords;
import dev.parley.session.people.Understanding;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Understands people who put things in their own words. What the rules know is taken as it is. Everything else is compared with
 * example phrases by its meaning: one that is near enough, and clearly nearer than every other, is said again in words that the
 * rules know, with the values of the sentence. What the words around a wish hold back ({@link Scope}), what says the opposite, and
 * what is less clear is not done: the house asks back.
 */
final class FreeWords implements Understanding {
    static final float UNSURE = 0.45f;
    private static final String UNSURE_OF = "I am not sure what you mean. Shall I {}?";
    private static final int WORDS_MAX = 25;
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");
    static final Pattern PARTS =
            Pattern.compile("(?<![.!?;])[.!?;]++\\s++|,\\s++|(?<!\\s)\\s++(?:-\\s++|(?=because\\b))");
    private static final List<String> POLITE_ENDS = List.of(" please", " now", " thanks");
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
    private static final String ALL = "(?:everything|all(?: of (?:it|them))?|it all|them all)";
    private static final Pattern EVERYTHING = Patterns.anyCase("^(?:please )?(?:turn|switch|shut) (?:(?<first>on|off) "
            + ALL + "|" + ALL + " (?<last>on|off))(?: in the house| here| again| now)*(?:,? please)?[.!]*$");
    private static final String PEOPLE = "people";
    private static final List<String> STRONG = List.of("quoted", "conditional", "others");

    private final HouseWords rules;
    private final Slots slots;
    private final LoanWords loans;
    private final Memo<Reading> readings = new Memo<>();
    private final Memo<Optional<Reading>> ruled = new Memo<>();
    private final Memo<Optional<Intents.Found>> wishes = new Memo<>();
    private final Memo<Gist> gists = new Memo<>();
    /** The newest texts that were prepared, with what may be remembered of each. */
    private final Memo<List<String>> ahead = new Memo<>();

    private final OwnCommands own;
    private final AskedBack asked;
    private final NearestWish nearest;

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
        this(names, OwnCommands.NONE);
    }

    /** @param own what can be asked of tools beside those of the house */
    FreeWords(List<String> names, OwnCommands own) {
        this.own = own;
        this.rules = new HouseWords(names);
        this.slots = new Slots(names);
        this.loans = new LoanWords(names);
        this.asked = new AskedBack(slots);
        this.nearest = new NearestWish(slots);
    }

    /** That this person is asked what a reading asks. */
    void ask(String person, Reading reading) {
        if (reading.offer() != null) {
            asked.asks(person, reading.offer());
        }
    }

    /** Whether these words only resemble an answer to what was asked last. */
    boolean isUnclear(String sentence) {
        return asked.isUnclear(sentence);
    }

    /** What these words mean after what was asked last; nothing for a no to it. */
    List<String> meant(String sentence) {
        return asked.meant(sentence);
    }

    @Override
    public void heard(String sentence, String by) {
        asked.hears(sentence, by, each -> Scope.isLong(each) || known(each.strip()) != null);
    }

    /** What the rules know of a sentence without comparing; null if that is nothing. */
    private @Nullable Reading known(String sentence) {
        return ruled.of(sentence, each -> Optional.ofNullable(ruled(Spelling.mended(each))))
                .orElse(null);
    }

    /**
     * What was read before is there at once; comparing meanings takes milliseconds, and a second for the first of them. A text that
     * is longer than what is said in one breath is left as it is.
     */
    Reading read(String sentence) {
        return Scope.isLong(sentence) ? Reading.of(sentence) : readings.of(sentence.strip(), this::reads);
    }

    private Reading reads(String sentence) {
        Reading known = known(sentence);
        return known == null ? compared(Spelling.mended(sentence)) : known;
    }

    /** What the rules for tools find in a sentence; null if nothing. */
    Intents.@Nullable Found found(String sentence) {
        return Scope.isLong(sentence)
                ? null
                : wishes.of(sentence, each -> Optional.ofNullable(Intents.read(each)))
                        .orElse(null);
    }

    /** What is to be done because of this sentence; null if nothing is. */
    Intents.@Nullable Wish wish(String sentence) {
        Intents.Found found = found(sentence);
        return found == null || found.instead() != null ? null : found.wish();
    }

    /** What the rules of the built-in agent find in a text. */
    Gist gist(String text) {
        return gists.of(text, each -> Gist.of(each, own));
    }

    /** Looks nothing through: what was prepared is there, and everything else takes long. */
    @Override
    public boolean takesLong(String sentence) {
        List<String> items = ahead.get(sentence);
        List<String> answers = asked.known(sentence);
        return items == null
                || answers == null
                || isUnread(sentence)
                || Stream.concat(items.stream(), answers.stream()).anyMatch(this::isUnread);
    }

    private boolean isUnread(String sentence) {
        return !Scope.isLong(sentence) && readings.get(sentence.strip()) == null;
    }

    /** Reads the sentence as the conversation and its agent will, so that they find everything in the memos. */
    @Override
    public void prepare(String sentence) {
        List<String> items = Memo.remembered(sentence);
        items.forEach(item -> {
            rules.prepare(read(item).plain());
            ahead.keep(item, List.of());
        });
        asked.answers(sentence).forEach(this::readWhole);
        readWhole(sentence);
        ahead.keep(sentence, items);
    }

    /** A sentence is looked at as it is and in the words that the rules know; these may be read once more. */
    private void readWhole(String sentence) {
        var _ = gist(sentence);
        if (Scope.isLong(sentence)) {
            return;
        }
        String plain = read(sentence).plain();
        rules.prepare(sentence);
        rules.prepare(plain);
        rules.prepare(read(plain).plain());
        var _ = gist(plain);
        Stream.of(sentence, plain).forEach(this::found);
    }

    /** What the rules know without comparing; null if that is nothing. */
    private @Nullable Reading ruled(String sentence) {
        if (Scope.isLong(sentence)) {
            return Reading.of(sentence);
        }
        String missing = AskedBack.missing(sentence);
        if (missing != null) {
            return new Reading("", asked(missing), sentence);
        }
        Reading sound = sound(withoutPoliteEnd(Scope.plain(sentence)));
        if (sound != null) {
            return sound;
        }
        if (sentence.split("\\s+", -1).length > WORDS_MAX || rules.knows(sentence) || SmallTalk.isAnswered(sentence)) {
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

    /** The words without what is only polite at their end, and without the signs behind it. */
    private static String withoutPoliteEnd(String words) {
        int end = words.length();
        while (end > 0 && " .!?".indexOf(words.charAt(end - 1)) >= 0) {
            end--;
        }
        for (int before = politeFrom(words, end); before < end; before = politeFrom(words, end)) {
            end = before;
        }
        return words.substring(0, end);
    }

    private static int politeFrom(String words, int end) {
        for (String polite : POLITE_ENDS) {
            int from = end - polite.length();
            if (words.regionMatches(true, from, polite, 0, polite.length())) {
                return from > 0 && words.charAt(from - 1) == ',' ? from - 1 : from;
            }
        }
        return end;
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
        if (PlainWords.asks(sentence)
                && PARTS.splitAsStream(sentence).anyMatch(part -> rules.statement(part) != null)) {
            return null;
        }
        if (ConsentWords.isAbout(sentence)) {
            return null;
        }
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
        NearestWish.Near near = plain.split("\\s+", -1).length < 2 ? null : nearest.to(plain);
        if (near == null || near.how() < UNSURE || near.wish().isNothing()) {
            return Reading.of(sentence);
        }
        Phrases.Wish wish = near.wish();
        if (wish.says().startsWith("set the volume") && !wish.fits(plain)) {
            return Reading.of(sentence);
        }
        boolean isDeparture = wish.says().endsWith("has left") || wish.says().equals("we are alone");
        if ((wish.says().endsWith("arrived") && ASKS.matcher(plain).find())
                || (isDeparture && PlainWords.asks(sentence))) {
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
