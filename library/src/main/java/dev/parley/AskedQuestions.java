package dev.parley;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What people are asked about the calls of one conversation, as it is recorded: which questions are open, heard and answered. The
 * conversation's thread tells what is recorded; any thread may look.
 */
final class AskedQuestions {
    /** Of so many questions is known who has answered them; the record knows it of all. */
    private static final int ANSWERED_KEPT = 64;

    private final String conversation;
    private final String person;
    private final Consumer<Question> listener;
    private final Map<String, Question> calls = new HashMap<>();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final Set<String> heard = ConcurrentHashMap.newKeySet();
    private final Map<String, Answer> answers = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Answer> eldest) {
            return size() > ANSWERED_KEPT;
        }
    });
    private final Map<Long, String> replies = new HashMap<>();
    private String asker = "";

    /** The one answer to a question that counted. */
    private record Answer(String by, boolean isYes) {}

    /**
     * @param person for whom a call is if nobody's words asked for it
     * @param listener hears of every question that is not asked aloud
     */
    AskedQuestions(String conversation, String person, Consumer<Question> listener) {
        this.conversation = conversation;
        this.person = person;
        this.listener = listener;
    }

    boolean isAsked(String call) {
        return asked.contains(call);
    }

    boolean isHeard(String call) {
        return heard.contains(call);
    }

    String answeredBy(String call) {
        Answer counted = answers.get(call);
        return counted == null ? "" : counted.by();
    }

    boolean isAnswered(String call, String by, boolean isYes) {
        return new Answer(by, isYes).equals(answers.get(call));
    }

    void recorded(Rune rune) {
        switch (EventCatalogue.read(rune)) {
            case TurnStarted _ -> asker = "";
            case TurnClosed _ -> replies.clear();
            case UserSpoke(UserText text) -> asker = asker.isEmpty() ? text.by() : asker;
            case AgentReplied reply -> {
                if (reply.about() != null) {
                    replies.put(reply.reply(), reply.about());
                }
            }
            case PlaybackEnded ended -> {
                String about = replies.get(ended.reply());
                if (about != null && calls.containsKey(about) && !ended.interrupted()) {
                    heard.add(about);
                }
            }
            case ToolSettled result -> {
                calls.remove(result.callId());
                asked.remove(result.callId());
                heard.remove(result.callId());
            }
            case ToolDecided verdict -> {
                if (verdict.decided().isAllowed()) {
                    stepped(verdict.decided(), verdict.parameters());
                }
            }
            default -> {
                // Nothing else is about a question.
            }
        }
    }

    private void stepped(Decided verdict, Json.@Nullable Obj parameters) {
        String call = verdict.target();
        String action = verdict.action();
        if (action.equals("call") && parameters != null) {
            Json.Obj arguments = parameters.get("arguments") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
            String tool = String.valueOf(parameters.text("tool"));
            calls.put(call, new Question(conversation, call, tool, arguments, asker.isEmpty() ? person : asker));
        }
        Question question = calls.get(call);
        if (action.equals("ask") && question != null) {
            asked.add(call);
            if (parameters == null || !parameters.has("words")) {
                heard.add(call);
                listener.accept(question);
            }
        } else if (!action.equals("heard")) {
            if (action.equals("approve") || action.equals("reject")) {
                answers.put(call, new Answer(verdict.actor(), action.equals("approve")));
            }
            asked.remove(call);
        }
    }
}
