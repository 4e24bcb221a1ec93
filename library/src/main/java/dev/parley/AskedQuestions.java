package dev.parley;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

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
    private final Map<String, String> answeredBy = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > ANSWERED_KEPT;
        }
    });
    private final Map<Long, String> replies = new HashMap<>();
    private String asker = "";

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
        return answeredBy.getOrDefault(call, "");
    }

    void recorded(Rune rune) {
        switch (rune.kind()) {
            case "turn.started" -> asker = "";
            case "turn.closed" -> replies.clear();
            case "user.words" -> {
                String by = rune.payload().text("by");
                asker = asker.isEmpty() && by != null ? by : asker;
            }
            case "agent.reply" -> {
                String about = rune.payload().text("about");
                if (about != null) {
                    replies.put(Conversation.number(rune, "reply"), about);
                }
            }
            case "playback.ended" -> {
                String about = replies.get(Conversation.number(rune, "reply"));
                if (about != null
                        && calls.containsKey(about)
                        && !Boolean.TRUE.equals(rune.payload().flag("interrupted"))) {
                    heard.add(about);
                }
            }
            case "tool.result" -> {
                String call = String.valueOf(rune.payload().text("call_id"));
                calls.remove(call);
                asked.remove(call);
                heard.remove(call);
            }
            default -> {
                if ("tool".equals(VerdictRune.room(rune))
                        && "allowed".equals(rune.payload().text("decision"))) {
                    stepped(rune.payload());
                }
            }
        }
    }

    private void stepped(Json.Obj verdict) {
        String call = String.valueOf(verdict.text("target"));
        String action = String.valueOf(verdict.text("action"));
        if (action.equals("call") && verdict.get("parameters") instanceof Json.Obj wish) {
            Json.Obj arguments = wish.get("arguments") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
            String tool = String.valueOf(wish.text("tool"));
            calls.put(call, new Question(conversation, call, tool, arguments, asker.isEmpty() ? person : asker));
        }
        Question question = calls.get(call);
        if (action.equals("ask") && question != null) {
            asked.add(call);
            if (!(verdict.get("parameters") instanceof Json.Obj asks) || !asks.has("words")) {
                heard.add(call);
                listener.accept(question);
            }
        } else if (!action.equals("heard")) {
            if (action.equals("approve") || action.equals("reject")) {
                answeredBy.put(call, String.valueOf(verdict.text("actor")));
            }
            asked.remove(call);
        }
    }
}
