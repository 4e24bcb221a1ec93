package dev.parley.openai;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.output.FinishReason;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A language model behind any server that speaks OpenAI's chat completions with streaming.
 *
 * <pre>{@code Parley.in(folder).model(OpenAiModel.at("https://api.openai.com/v1", "gpt-4.1-mini", "OPENAI_API_KEY"))}</pre>
 *
 * Words are handed over as they come. A wish for a tool is handed over only once the server says that the answer is
 * complete, so that half a message never becomes a call. A cancel closes the connection.
 */
public final class OpenAiModel implements Model {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);
    private static final int CHARACTERS_PER_TOKEN = 4;

    private final String url;
    private final String name;
    private final String key;
    private final String instructions;
    private final HttpClient http;

    private OpenAiModel(String url, String name, String key, String instructions, HttpClient http) {
        this.url = url;
        this.name = name;
        this.key = key;
        this.instructions = instructions;
        this.http = http;
    }

    /**
     * The model of this name at this address, which ends before {@code /chat/completions}.
     *
     * @param keyVariable the environment variable that holds the key; empty for a server that needs none
     * @throws IllegalArgumentException if the address is none, or the variable is not set
     */
    public static OpenAiModel at(String url, String name, String keyVariable) {
        return at(url, name, keyVariable, System::getenv);
    }

    static OpenAiModel at(String url, String name, String keyVariable, UnaryOperator<@Nullable String> environment) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the model has no name");
        }
        String key = keyVariable.isEmpty() ? "" : key(keyVariable, environment.apply(keyVariable));
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_WITHIN)
                .build();
        return new OpenAiModel(address(url), name, key, "", http);
    }

    private static String address(String url) {
        URI address;
        try {
            address = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("this is no address of a server");
        }
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        if (address.getHost() == null || !(scheme.equals("https") || scheme.equals("http"))) {
            throw new IllegalArgumentException("this is no address of a server; expected https://HOST/v1");
        }
        if (address.getUserInfo() != null || address.getQuery() != null) {
            throw new IllegalArgumentException("an address holds no key; name the environment variable that does");
        }
        return url;
    }

    /** A key is never part of a message. */
    private static String key(String variable, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("the environment variable " + variable + " with the key is not set");
        }
        String key = value.strip();
        if (!key.chars().allMatch(each -> each > ' ' && each < 127)) {
            throw new IllegalArgumentException("the environment variable " + variable + " holds no key");
        }
        return key;
    }

    /** The same, told at the head of every prompt who it is and how to behave. */
    public OpenAiModel instructed(String text) {
        return new OpenAiModel(url, name, key, text, http);
    }

    @Override
    public Reply reply(Prompt prompt, CancelToken cancel) throws ModelFailure {
        StringBuilder written = new StringBuilder();
        Reply rest = reply(prompt, cancel, new Draft() {
            @Override
            public void text(String words) {
                written.append(words);
            }

            @Override
            public void call(WantedCall call) {
                throw new IllegalStateException("wishes come with the reply");
            }
        });
        return new Reply(written.toString(), rest.calls(), rest.tokensUsed());
    }

    @Override
    public Reply reply(Prompt prompt, CancelToken cancel, Draft draft) throws ModelFailure {
        Connection connection = new Connection(http);
        cancel.onCancel(connection::close);
        ChatPrompt told = new ChatPrompt(prompt, instructions);
        Written written = new Written(draft);
        model(connection, prompt.tokensMax())
                .chat(
                        ChatRequest.builder()
                                .messages(told.messages())
                                .toolSpecifications(told.tools())
                                .build(),
                        written);
        if (cancel.isCancelled() || connection.isClosed()) {
            throw new ModelFailure("cancelled", false);
        }
        return written.reply(told, connection);
    }

    /** One for each call, because it is tied to the connection of that call. Making one costs no connection. */
    private OpenAiStreamingChatModel model(Connection connection, long tokensMax) {
        var builder = OpenAiStreamingChatModel.builder()
                .httpClientBuilder(connection)
                .baseUrl(url)
                .modelName(name)
                .logRequests(false)
                .logResponses(false);
        int limit = Math.clamp(tokensMax, 1, Integer.MAX_VALUE);
        builder = takesCompletionTokens() ? builder.maxCompletionTokens(limit) : builder.maxTokens(limit);
        return (key.isEmpty() ? builder : builder.apiKey(key)).build();
    }

    /** OpenAI's own servers have renamed the limit; all others know its first name. */
    private boolean takesCompletionTokens() {
        String host = String.valueOf(URI.create(url).getHost()).toLowerCase(Locale.ROOT);
        return host.endsWith("openai.com") || host.endsWith("openai.azure.com");
    }

    @Override
    public String toString() {
        return "OpenAiModel[" + name + " at " + url + "]";
    }

    /** What comes back, on the thread that asked. */
    private static final class Written implements StreamingChatResponseHandler {
        private final Draft draft;
        private long characters;
        private @Nullable ChatResponse whole;
        private @Nullable Throwable failure;

        Written(Draft draft) {
            this.draft = draft;
        }

        @Override
        public void onPartialResponse(String words) {
            characters += words.length();
            draft.text(words);
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            whole = response;
        }

        @Override
        public void onError(Throwable error) {
            failure = error;
        }

        /** Only an answer that the server has called complete is one. */
        Reply reply(ChatPrompt told, Connection connection) throws ModelFailure {
            ModelFailure failed = connection.failure();
            if (failed != null) {
                throw failed;
            }
            if (failure != null || whole == null || whole.finishReason() == null) {
                throw new ModelFailure("the model's answer broke off or could not be read", true);
            }
            AiMessage message = whole.aiMessage();
            List<WantedCall> calls = told.wanted(message.toolExecutionRequests());
            if (whole.finishReason() == FinishReason.CONTENT_FILTER) {
                throw new ModelFailure("the model's provider withheld the answer", false);
            }
            if (whole.finishReason() == FinishReason.LENGTH && !calls.isEmpty()) {
                throw new ModelFailure("the model's answer reached its limit within a call", false);
            }
            return new Reply("", calls, tokens(whole, told.characters()));
        }

        /** For a server that does not count, or claims to have used nothing, tokens are estimated, so that a budget holds there too. */
        private long tokens(ChatResponse response, long asked) {
            Integer counted =
                    response.tokenUsage() == null ? null : response.tokenUsage().totalTokenCount();
            return counted == null || counted <= 0 ? (asked + characters) / CHARACTERS_PER_TOKEN + 1 : counted;
        }
    }
}
