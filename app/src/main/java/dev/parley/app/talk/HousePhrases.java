package dev.parley.app.talk;

import dev.parley.app.config.Configuration;
import dev.parley.app.config.Configuration.AgentSpec;
import dev.parley.app.config.VoiceSpec;
import dev.parley.app.voice.Hearing;
import dev.parley.kernel.people.YesOrNo;
import dev.parley.session.settings.Cues;
import dev.parley.session.settings.Settings;
import dev.parley.sim.script.AgentScript;
import dev.parley.sim.script.Scenario.Rule;
import dev.parley.speech.Phrases;
import dev.parley.speech.sphinx.Recogniser;
import dev.parley.speech.tts.SpeakingProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What can be said to the house in one's own voice: the commands of its catalogue, answers to its questions, and words that stop
 * it. Everything here is understood by {@link Intents} and {@link HouseWords} as well, so that a voice can do what typing can.
 */
public final class HousePhrases {
    /** Other spellings of words that only show attention, as recognisers write them that know more than phrases. */
    private static final Set<String> SPELLINGS = Set.of(
            "ok", "mhmm", "mmhm", "mm hmm", "mm hm", "mm", "mmm", "hm", "hmm", "uh hmm", "aha", "ah", "oh", "yep",
            "yup");

    /** What stops the house and what only shows that somebody listens, where a configuration names nothing else. */
    private static final Cues CUES = new Cues(
            List.of("stop", "be quiet", "shut up"),
            Stream.concat(
                            Stream.of("mhm", "uh huh", "okay", "yes", "yeah", "right", "i see"),
                            SPELLINGS.stream().sorted())
                    .toList());

    private static final String PLEASE = "[please]";

    /** How each tool of the house is asked for. */
    private static final Map<String, List<String>> BY_TOOL = Map.ofEntries(
            Map.entry(
                    "turn_on_light",
                    List.of(
                            PLEASE + " (turn|switch) on the [<room>] (light|lights) " + PLEASE,
                            PLEASE + " (turn|switch) the [<room>] (light|lights) on " + PLEASE,
                            "[the] <room> (light|lights) on " + PLEASE)),
            Map.entry(
                    "turn_off_light",
                    List.of(
                            PLEASE + " (turn|switch) off the [<room>] (light|lights) " + PLEASE,
                            PLEASE + " (turn|switch) the [<room>] (light|lights) off " + PLEASE,
                            "[the] <room> (light|lights) (off|out) " + PLEASE)),
            Map.entry("close_door", List.of(PLEASE + " (close|shut) the [front] door " + PLEASE)),
            Map.entry("open_garage", List.of(PLEASE + " open the garage [door] " + PLEASE)),
            Map.entry(
                    "disable_alarm",
                    List.of(
                            PLEASE + " (disable|disarm|turn off|switch off) the alarm " + PLEASE,
                            PLEASE + " (turn|switch) the alarm off " + PLEASE)),
            Map.entry(
                    "set_volume",
                    List.of(PLEASE + " (set|turn) the volume to <number> " + PLEASE, "volume [to] <number> " + PLEASE)),
            Map.entry("pause_music", List.of(PLEASE + " pause the music " + PLEASE)),
            Map.entry("delete_all_data", List.of(PLEASE + " delete (all|all data|everything) " + PLEASE)),
            Map.entry(
                    "weather",
                    List.of(
                            "(what is|what's|how is) the weather [like] in <city> [today|please]",
                            "[tell me] the weather in <city> " + PLEASE,
                            "is it (raining|snowing|sunny|cold|warm) in <city>")),
            Map.entry("order", List.of(PLEASE + " (order|buy) ([some] <item>|a pizza) " + PLEASE)));

    static final Set<String> TOOLS = BY_TOOL.keySet();

    /** A yes releases what waits for it, so it is only what few other words sound like; {@link #BRIEF_YES} is asked back. */
    private static final List<String> ANSWERS = List.of(
            "(yes|yeah|certainly|confirm|of course|go ahead) " + PLEASE,
            "yes (please|i am sure)",
            "(no|nope|never mind|leave it|forget it|do not|cancel)",
            "no (thanks|thank you|do not|leave it)");

    private static final String BRIEF_YES = "(yep|sure|[yes] do it|please do) " + PLEASE;

    /** Answers to the question in which room. */
    private static final List<String> ROOMS = List.of("[in] the <room> " + PLEASE);

    private static final List<String> PEOPLE = List.of(
            "(i am|this is|my name is|call me) <name>",
            "<name> (is here|has arrived|has left)",
            "let <name> use the (garage|door|lights|music|alarm)");

    private static final List<String> OTHERS = List.of(
            "help [me] " + PLEASE,
            "what can you do",
            "(hello|hi|good morning)",
            "[please] speak (slower|faster)",
            "(someone is here|we are alone)");

    /**
     * Sentences that sound like commands and are none: denials, questions about them, and the same about things that the house
     * does not have. A recogniser that had never heard of them would take them for the command beside them.
     */
    private static final List<String> DECOYS = List.of(
            "(do not|don't|please do not|please don't|never|did you|why did you) <doing>",
            "(who|you|she) <did>",
            "(turn|switch) (on|off) the <other> (light|lights)",
            "(turn|switch) the <other> (light|lights) (on|off)",
            "(turn|switch) (on|off) the (television|radio|oven|heating|fan|computer|water|<room> (radio|heating|fan))",
            "(dim) the [<room>] lights",
            "turn the <room> lights (red|green|blue)",
            "(close|open|shut) the (window|windows|curtains|gate|fridge|box|book|drawer|garden gate|back door|cellar)",
            "open the [front] door",
            "(close|shut) the garage",
            "(disable|disarm) the (camera|phone|lock)",
            "(pause|stop) the (movie|video|car|clock|game)",
            "delete the (photo|message|last message|file)",
            "(order|buy) [some|a] (butter|flowers|sugar|water|cheese|beer|wine|hammer|taxi|book|meat|rice|new car)",
            "set the (temperature|alarm|clock|timer) to <number>",
            "(what is|how is) the weather in <elsewhere>",
            "is it (raining|snowing|sunny|cold|warm) in <elsewhere>",
            "(i am|this is) (peter|martha|john|mary|tom|lisa|hungry|tired|late|nice|here)",
            "let (peter|tom|lisa) use the garage");

    /**
     * Words of every day that sound like a yes, a no or a stop. A recogniser that knows nothing like them takes "yet" for "yep" and
     * "shore" for "sure", and what waits for a yes would be done.
     */
    private static final List<String> NEARLY_ANSWERS = List.of(
            "(guess|less|mess|chess|dress|best|test|rest|west|guests|us|gas|jazz|yet|jet|yell|yellow|year|here|yesterday|yard)",
            "(you|your|ear|hear|there|where|yes we|yes but)",
            "(share|shore|shirt|short|shoe|show|shower|should|shook|tour|chair|cheer|church|shop|shot|ship|shut|sugar|door|she)",
            "(certain|confer|confirmed|conform|consider|counter|corner|cousin)",
            "(now|new|knew|known|knows|note|nose|snow|slow|low|row|road|so|though|toe|go|hope|rope|soap|open|nap|bell|no one)",
            "(castle|council|candle|cattle|channel|handle|hand|sandal|pencil|utensil)",
            "(star|store|storm|step|stuck|stuff|drop)",
            "(health|held|hell|helper|elk|hello there|fellow)",
            "(duet|tuna|tulip|to|two|who|view|blue|through|good|could|look|book|wait|what|out)",
            "(to|two|knew|chew|view) (it|eat|eggs)",
            "do (we|you|they|that|this)",
            "(occur|cord|court|force|horse|source|a horse)",
            "(go|no|so) (home|back|away)",
            "(goat|gold|golden|cold|a head|a bed|go to bed|go to)",
            "(leaf|leave|live|lever|river|league)",
            "(live|love|read) it",
            "leave (us|him|me)",
            "forgive it",
            "(forget|forty|fortune|fourteen|forward|for good)",
            "(never|nevermore|ever|clever|mine|mind|kind|find|remind|rewind)",
            "shut (in|it|down|off)",
            "be (quick|kind|good)",
            "(quick|quite|queue|require|acquit)",
            "(light|night|white|ride|rate|ice|eyes)",
            "i (say|saw|know|hope|think|do)",
            "(obey|decay|opaque|away|today|oak|maybe|baby|paper)");

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}']+");

    private HousePhrases() {}

    /**
     * The same configuration for people who are understood by their voice: with words that stop, and words that only show
     * attention.
     */
    public static Configuration forVoices(Configuration configuration) {
        Settings settings = configuration.settings();
        boolean named = !settings.cues().equals(Cues.NONE);
        boolean scripted = configuration.voice().stt() == VoiceSpec.Stt.SCRIPT;
        return named || scripted ? configuration : configuration.with(settings.with(CUES));
    }

    /** What a sentence asks for: a tool with its arguments, a yes or a no, or nothing but itself. */
    public static String meaning(String sentence) {
        Intents.Wish wish = Intents.of(Spelling.mended(sentence));
        YesOrNo answer = YesOrNo.of(sentence);
        if (wish != null) {
            return wish.tool() + " " + wish.arguments().canonical();
        }
        Intents.Wish roomless = Intents.roomless(sentence);
        if (roomless != null) {
            return roomless.tool() + " somewhere";
        }
        if (CUES.stops(sentence)) {
            return "stop";
        }
        return answer == YesOrNo.NEITHER ? sentence : answer.name().toLowerCase(Locale.ROOT);
    }

    /** What is heard of the people of this configuration. */
    public static Hearing hearing(Configuration configuration, OwnCommands own) {
        return new Hearing(
                recogniser(configuration, own),
                () -> words(configuration, own),
                configuration.settings().cues()::stops);
    }

    /** What understands the people of this configuration. */
    public static Recogniser recogniser(Configuration configuration, OwnCommands own) {
        return new Recogniser(
                () -> of(configuration, own), SpeakingProvider::phones, sentence -> meaning(sentence, own));
    }

    /** What a sentence asks for where there are more tools than those of the house. */
    public static String meaning(String sentence, OwnCommands own) {
        Intents.Wish wish = Intents.of(sentence) == null ? own.wish(sentence) : null;
        return wish == null
                ? meaning(sentence)
                : wish.tool() + " " + wish.arguments().canonical();
    }

    /**
     * The words that people of this configuration are likely to use: those of its phrases, rules and examples, and of things that
     * must not be taken for them.
     */
    public static Set<String> words(Configuration configuration, OwnCommands own) {
        Set<String> words = new TreeSet<>();
        Stream.of(
                        of(configuration, own).sentences(),
                        Set.copyOf(DECOYS),
                        dev.parley.app.talk.Phrases.texts().keySet(),
                        Intents.words(),
                        Set.of(Slots.CITIES))
                .flatMap(Set::stream)
                .flatMap(BETWEEN_WORDS::splitAsStream)
                .filter(word -> !word.isEmpty())
                .forEach(words::add);
        return words;
    }

    private static Phrases of(Configuration configuration, OwnCommands own) {
        Cues cues = forVoices(configuration).settings().cues();
        List<String> names = configuration.house().names();
        Phrases phrases = of(TOOLS, names, cues);
        own.addTo(phrases);
        if (configuration.agent() instanceof AgentSpec.Script(AgentScript script)) {
            script.rules().stream()
                    .map(Rule::when)
                    .filter(when -> when != null && when.matches("[A-Za-z' ]+"))
                    .forEach(when -> phrases.add(String.valueOf(when).strip()));
        }
        return phrases;
    }

    /**
     * The sentences of a house.
     *
     * @param tools the tools it has; what it has not cannot be asked for
     * @param names who lives there
     */
    static Phrases of(Set<String> tools, List<String> names, Cues cues) {
        Phrases phrases = new Phrases()
                .slot("room", List.of("kitchen", "bedroom", "living room", "bathroom", "hall"))
                .slot(
                        "number",
                        List.of("zero one two three four five six seven eight nine ten eleven twelve twenty"
                                .split(" ")))
                .slot("city", List.of("Rome", "Paris", "Berlin", "London", "New York"))
                .slot("item", List.of("tea", "milk", "bread", "coffee", "pizza"))
                .slot("name", names)
                .slot(
                        "doing",
                        List.of(
                                "turn on the lights",
                                "turn off the lights",
                                "turn on the kitchen lights",
                                "close the door",
                                "open the garage",
                                "disable the alarm",
                                "pause the music",
                                "delete all data",
                                "turn off the alarm"))
                .slot(
                        "did",
                        List.of(
                                "turned on the lights",
                                "turned off the lights",
                                "closed the door",
                                "opened the garage",
                                "disabled the alarm",
                                "deleted everything"))
                .slot("other", List.of("office", "garden", "cellar", "attic", "study", "garage", "porch", "outside"))
                .slot(
                        "elsewhere",
                        List.of(
                                "madrid", "dublin", "tokyo", "vienna", "moscow", "lisbon", "munich", "boston",
                                "chicago", "sydney"));
        List<String> patterns = new ArrayList<>(ANSWERS);
        BY_TOOL.forEach((tool, ways) -> patterns.addAll(tools.contains(tool) ? ways : List.of()));
        patterns.addAll(tools.contains("turn_on_light") ? ROOMS : List.of());
        patterns.addAll(OTHERS);
        patterns.addAll(names.isEmpty() ? List.of() : PEOPLE);
        patterns.addAll(cues.stopWords());
        cues.backchannels().stream().filter(each -> !SPELLINGS.contains(each)).forEach(patterns::add);
        patterns.forEach(phrases::add);
        DECOYS.forEach(phrases::decoy);
        NEARLY_ANSWERS.forEach(phrases::decoy);
        phrases.decoy(BRIEF_YES);
        return phrases;
    }
}
