package dev.parley.openai;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.ToolOffer;
import dev.parley.kernel.port.Model.WantedCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A prompt in the words of the chat protocol. There every call is followed by its result, and a tool's name has at most 64
 * letters, digits, hyphens and underscores; here a result may come late, and a tool may be called anything.
 */
final class ChatPrompt {
    private static final int NAME_MAX = 64;

    private final Prompt prompt;
    private final String instructions;
    private final Map<String, String> spelled = new HashMap<>();
    private final Map<String, String> meant = new HashMap<>();
    private final List<ChatMessage> messages = new ArrayList<>();
    private long characters;

    ChatPrompt(Prompt prompt, String instructions) {
        this.prompt = prompt;
        this.instructions = instructions;
        prompt.tools().forEach(offer -> spell(offer.name()));
        write();
    }

    List<ChatMessage> messages() {
        return messages;
    }

    /** How much text the model is given. */
    long characters() {
        return characters;
    }

    private void write() {
        String system = Stream.concat(Stream.of(instructions, prompt.style()), prompt.notes().stream())
                .filter(text -> !text.isBlank())
                .collect(Collectors.joining("\n"));
        if (!system.isEmpty()) {
            add(SystemMessage.from(system), system);
        }
        Map<String, Message.ToolAnswered> answers = new HashMap<>();
        prompt.messages().forEach(message -> {
            if (message instanceof Message.ToolAnswered answer) {
                answers.put(answer.callId(), answer);
            }
        });
        boolean several = prompt.messages().stream()
                        .map(message -> message instanceof Message.UserSaid said ? said.by() : "")
                        .filter(by -> !by.isEmpty())
                        .distinct()
                        .count()
                > 1;
        Assistant assistant = new Assistant(answers);
        for (Message message : prompt.messages()) {
            switch (message) {
                case Message.UserSaid(String by, String text) -> {
                    assistant.done();
                    said(several && !by.isEmpty() ? by + ": " + text : text);
                }
                case Message.AssistantSaid(String text) -> assistant.said(text);
                case Message.AssistantCalled(WantedCall call) -> assistant.called(call);
                case Message.ToolAnswered _ -> {
                    // Stands behind its call.
                }
            }
        }
        assistant.done();
        if (messages.isEmpty()) {
            said("(The conversation begins.)");
        }
    }

    private void said(String text) {
        if (!text.isBlank()) {
            add(UserMessage.from(text), text);
        }
    }

    private void add(ChatMessage message, String text) {
        messages.add(message);
        characters += text.length();
    }

    /** What the assistant said and called in one go is one message, with the results behind it. */
    private final class Assistant {
        private final Map<String, Message.ToolAnswered> answers;
        private final List<WantedCall> calls = new ArrayList<>();
        private String text = "";

        Assistant(Map<String, Message.ToolAnswered> answers) {
            this.answers = answers;
        }

        void said(String more) {
            done();
            text = more;
        }

        void called(WantedCall call) {
            calls.add(call);
        }

        void done() {
            if (!calls.isEmpty()) {
                List<ToolExecutionRequest> requests = calls.stream()
                        .map(call -> ToolExecutionRequest.builder()
                                .id(call.callId())
                                .name(spell(call.tool()))
                                .arguments(call.arguments())
                                .build())
                        .toList();
                add(text.isBlank() ? AiMessage.from(requests) : AiMessage.from(text, requests), text);
                calls.forEach(call -> answered(call, answers.get(call.callId())));
            } else if (!text.isBlank()) {
                add(AiMessage.from(text), text);
            }
            calls.clear();
            text = "";
        }

        private void answered(WantedCall call, Message.@Nullable ToolAnswered answer) {
            String content = answer == null ? told("running", Json.Null.NULL) : told(answer.status(), answer.content());
            add(ToolExecutionResultMessage.from(call.callId(), spell(call.tool()), content), content);
        }
    }

    private static String told(String status, Json content) {
        return status.equals("success")
                ? content.canonical()
                : Json.Obj.EMPTY.with("status", status).with("detail", content).canonical();
    }

    List<ToolSpecification> tools() {
        return prompt.tools().stream().map(this::tool).toList();
    }

    private ToolSpecification tool(ToolOffer offer) {
        JsonObjectSchema.Builder schema = JsonObjectSchema.builder();
        if (offer.inputSchema().get("properties") instanceof Json.Obj properties) {
            properties.fields().forEach((key, value) -> schema.addProperty(key, JsonRawSchema.from(value.canonical())));
        }
        if (offer.inputSchema().get("required") instanceof Json.Arr required) {
            schema.required(required.items().stream()
                    .map(each -> each instanceof Json.Str name ? name.value() : "")
                    .filter(name -> !name.isEmpty())
                    .toList());
        }
        if (offer.inputSchema().get("$defs") instanceof Json.Obj definitions) {
            Map<String, JsonSchemaElement> all = new LinkedHashMap<>();
            definitions.fields().forEach((key, value) -> all.put(key, JsonRawSchema.from(value.canonical())));
            schema.definitions(all);
        }
        return ToolSpecification.builder()
                .name(spell(offer.name()))
                .description(offer.description())
                .parameters(schema.build())
                .build();
    }

    private String spell(String name) {
        return spelled.computeIfAbsent(name, _ -> {
            String fitting = name.replaceAll("[^A-Za-z0-9_-]", "_");
            String stem = fitting.substring(0, Math.min(NAME_MAX - 4, fitting.length()));
            String found = fitting.length() <= NAME_MAX ? fitting : stem;
            for (int copy = 2; meant.containsKey(found); copy++) {
                found = stem + "_" + copy;
            }
            meant.put(found, name);
            return found;
        });
    }

    /** The wishes, under the names that the tools have here. */
    List<WantedCall> wanted(List<ToolExecutionRequest> requests) {
        return requests.stream()
                .map(request -> new WantedCall(
                        request.id(), meant.getOrDefault(request.name(), request.name()), request.arguments()))
                .toList();
    }
}
