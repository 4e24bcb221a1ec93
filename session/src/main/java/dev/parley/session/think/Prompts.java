package dev.parley.session.think;

import dev.parley.kernel.event.ConversationEvents.ContextAdded;
import dev.parley.kernel.event.ConversationEvents.InstructionsGiven;
import dev.parley.kernel.event.ConversationEvents.ReplyLimitsSet;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.json.JsonTexts;
import dev.parley.kernel.people.privacy.Judgement;
import dev.parley.kernel.people.privacy.KnownFacts;
import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import dev.parley.kernel.people.privacy.Sentences;
import dev.parley.kernel.people.privacy.TonePolicy.Tone;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.session.port.People;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.record.History;
import dev.parley.session.record.Recorder;
import dev.parley.session.supervise.Supervisor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the model is told: the history as it was recorded, the tools there are, and how to speak to who listens. What may
 * not be said to those who are present now is not told to it either (ruling E12).
 */
public final class Prompts {
    private static final int ENTRIES_MAX = 400;
    private static final long TOKENS_MAX = 4_096;
    private static final long CHARACTERS_PER_TOKEN = 4;
    /** So much of what a far end says went before is told, the newest of it. */
    private static final long BACKGROUND_CHARACTERS = 131_072;

    private static final String FROM_CLIENT = "The program through which people talk to you asks: ";
    private static final String TOLD_BY_CLIENT = "The program through which people talk to you says: ";

    /** Stands in place of a sentence that those who are present now may not hear. */
    private static final String UNTOLD = "(private)";

    /** Stands for arguments that they may not hear: that the call was made is told, as of a result its status is. */
    private static final String NO_ARGUMENTS = Json.Obj.EMPTY.canonical();

    private static final Pattern ESCAPED = Pattern.compile("\\\\[bfnrt]");

    /** More sentences of one text are not judged one by one, because a history may have very many in all. */
    private static final int PIECES_MAX = 16;

    /** So many of the newest texts are judged sentence by sentence; an older one is told as it is or not at all. */
    private static final int RECENT = 32;

    private final Told recent = new Told(PIECES_MAX);
    private final Told older = new Told(1);
    private final History history = new History(ENTRIES_MAX, KnownFacts.CHARS_KEPT);
    private final ToolShelf tools;
    private final BudgetSpec budget;
    private final People people;
    private final Supervisor supervisor;
    private String instructions = "";
    private String forThisTurn = "";
    private final Deque<String> background = new ArrayDeque<>();
    private Bounds bounds = Bounds.NONE;
    private @Nullable Bounds boundsOfThisTurn;
    /** A turn may close after the far end has asked for the next answer, so its own instructions wait until they were told. */
    private boolean wasTold;

    /**
     * What the far end wants of an answer.
     *
     * @param tokensMax 0 for no bound
     */
    private record Bounds(boolean tools, long tokensMax) {
        private static final Bounds NONE = new Bounds(true, 0);
    }

    public Prompts(Recorder recorder, ToolShelf tools, BudgetSpec budget, People people, Supervisor supervisor) {
        this.supervisor = supervisor;
        this.people = people;
        this.tools = tools;
        this.budget = budget;
        recorder.listen(this::learn);
    }

    private void learn(Event event) {
        history.add(event);
        obey(event);
    }

    /** What the client and the course of the turns change in what the model is told. */
    private void obey(Event event) {
        switch (event) {
            case InstructionsGiven given
            when Boolean.TRUE.equals(given.once()) -> {
                forThisTurn = given.piiText();
                wasTold = false;
            }
            case InstructionsGiven given -> instructions = given.piiText();
            case ContextAdded(String role, String text) when role.equals("system") -> learnBackground(text);
            case ReplyLimitsSet limits -> learnBounds(limits);
            case TurnClosed _
            when wasTold -> {
                forThisTurn = "";
                boundsOfThisTurn = null;
            }
            default -> {
                // It concerns the history alone.
            }
        }
    }

    private void learnBackground(String text) {
        background.add(text);
        while (background.size() > ENTRIES_MAX
                || background.stream().mapToLong(String::length).sum() > BACKGROUND_CHARACTERS) {
            background.remove();
        }
    }

    private void learnBounds(ReplyLimitsSet limits) {
        Bounds now = new Bounds(!Boolean.FALSE.equals(limits.tools()), limits.tokensMax());
        if (Boolean.TRUE.equals(limits.once())) {
            boundsOfThisTurn = now;
            wasTold = false;
        } else {
            bounds = now;
        }
    }

    private Bounds bounds() {
        return boundsOfThisTurn == null ? bounds : boundsOfThisTurn;
    }

    /** How many characters one answer of the model may have, so far as the far end bounds it. */
    public long answerCharactersMax() {
        long tokensMax = bounds().tokensMax();
        return tokensMax == 0 ? Long.MAX_VALUE : tokensMax * CHARACTERS_PER_TOKEN;
    }

    /** A model counts otherwise than it is counted here, and has room for that: whoever reaches the bound does so here. */
    private long tokensMax() {
        long most = Math.min(TOKENS_MAX, budget.tokens());
        long wanted = bounds().tokensMax();
        return wanted == 0 ? most : Math.min(most, 2 * wanted);
    }

    /** The conversation has a past. */
    public void takeUp(List<Rune> recorded) {
        for (Rune rune : recorded) {
            history.add(rune);
            if (isObeyed(rune)) {
                obey(EventCatalogue.read(rune));
            }
        }
    }

    /** Texts of the client of which only a digest is kept are lost with their host. */
    private static boolean isObeyed(Rune rune) {
        boolean hasText = rune.payload().has("pii_text");
        return (hasText && EventCatalogue.is(rune, InstructionsGiven.class))
                || (hasText && EventCatalogue.is(rune, ContextAdded.class))
                || EventCatalogue.is(rune, ReplyLimitsSet.class)
                || EventCatalogue.is(rune, TurnClosed.class);
    }

    /** The agent that is asked. */
    public String speaker() {
        return supervisor.speaker();
    }

    /** Whether nobody is asked, because a human has the floor. */
    public boolean isHumanSpeaking() {
        return supervisor.isHumanSpeaking();
    }

    /** @param listener to whom the answer will be said */
    public Model.Prompt now(String listener, @Nullable Tone tone) {
        return prompt(history.messages(), listener, tone);
    }

    /** The same with words that are in no turn yet. */
    public Model.Prompt after(String by, String words, @Nullable Tone tone) {
        List<Model.Message> messages = new ArrayList<>(history.messages());
        messages.add(new Model.Message.UserSaid(by, words));
        return prompt(messages, by, tone);
    }

    private Model.Prompt prompt(List<Model.Message> all, String listener, @Nullable Tone tone) {
        Object grounds = people.grounds(listener);
        recent.begin(grounds);
        older.begin(grounds);
        int last = all.size() - 1;
        List<Model.Message> messages = new ArrayList<>();
        for (int at = 0; at <= last; at++) {
            messages.add(at == last ? whole(all.get(at), listener) : again(all.get(at), listener, told(last - at)));
        }
        List<Model.ToolOffer> offers = bounds().tools() ? tools.offers() : List.of();
        String agent = speaker();
        return new Model.Prompt(
                messages, offers, tokensMax(), tone == null ? "" : tone.inWords(), agent, notes(agent, listener));
    }

    /** What a client asks of its agent is told like everything else: no more than may be said to those present. */
    private List<String> notes(String agent, String listener) {
        List<String> notes = new ArrayList<>(supervisor.notesFor(agent));
        String asked = forThisTurn.isEmpty() ? instructions : forThisTurn;
        wasTold = true;
        int left = background.size();
        for (String text : background) {
            notes.add(TOLD_BY_CLIENT + again(text, listener, told(--left)));
        }
        if (!asked.isEmpty()) {
            notes.add(FROM_CLIENT + again(asked, listener, recent));
        }
        return notes;
    }

    /** What a person has just said is answered as it is. */
    private Model.Message whole(Model.Message message, String listener) {
        return message instanceof Model.Message.UserSaid ? message : again(message, listener, recent);
    }

    private Told told(int newer) {
        return newer < RECENT ? recent : older;
    }

    /** What was told of it before, as long as the same may be told. */
    private Model.Message again(Model.Message message, String listener, Told told) {
        return told.message(message, each -> discreet(each, listener, told.piecesMax()));
    }

    private String again(String text, String listener, Told told) {
        return told.text(text, each -> discreet(each, listener, told.piecesMax()));
    }

    private Model.Message discreet(Model.Message message, String listener, int piecesMax) {
        return switch (message) {
            case Model.Message.UserSaid(String by, String text) ->
                new Model.Message.UserSaid(by, discreet(text, listener, piecesMax));
            case Model.Message.AssistantSaid(String text) ->
                new Model.Message.AssistantSaid(discreet(text, listener, piecesMax));
            case Model.Message.AssistantCalled(Model.WantedCall call) ->
                maySay(call.arguments(), listener) && maySay(unescaped(call.arguments()), listener)
                        ? message
                        : new Model.Message.AssistantCalled(
                                new Model.WantedCall(call.callId(), call.tool(), NO_ARGUMENTS));
            case Model.Message.ToolAnswered(String call, String tool, String status, Json content) ->
                maySay(JsonTexts.of(content), listener) && maySay(JsonTexts.names(content), listener)
                        ? message
                        : new Model.Message.ToolAnswered(call, tool, status, Json.Null.NULL);
        };
    }

    /** A word at the beginning of a line looks as if the sign for that line belonged to it. */
    private static String unescaped(String json) {
        return ESCAPED.matcher(json).replaceAll(" ");
    }

    private String discreet(String text, String listener, int piecesMax) {
        if (maySay(text, listener)) {
            return text;
        }
        return pieces(text, piecesMax).stream()
                .map(sentence -> maySay(sentence, listener) ? sentence : UNTOLD)
                .collect(Collectors.joining(" "));
    }

    /** Its sentences, each of which is judged by itself; of very many the later ones are one piece. */
    private static List<String> pieces(String text, int most) {
        List<String> sentences = Sentences.of(text);
        if (sentences.size() <= most) {
            return sentences;
        }
        List<String> pieces = new ArrayList<>(sentences.subList(0, most - 1));
        pieces.add(String.join(" ", sentences.subList(most - 1, sentences.size())));
        return pieces;
    }

    private boolean maySay(String text, String listener) {
        Judgement judgement = people.judge(text, listener);
        return judgement == null || judgement.say() == Say.SAY;
    }
}
