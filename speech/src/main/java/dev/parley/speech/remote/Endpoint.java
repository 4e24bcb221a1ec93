package dev.parley.speech.remote;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A server, what it is asked for, and the key that opens it. */
public final class Endpoint {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

    private final URI address;
    private final String model;
    private final String key;
    private final HttpClient http;

    private Endpoint(URI address, String model, String key) {
        this.address = address;
        this.model = model;
        this.key = key;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_WITHIN)
                .build();
    }

    /**
     * A server that answers requests.
     *
     * @param url its address, such as {@code https://api.openai.com/v1}
     * @param keyVariable the environment variable that holds the key; empty for a server that needs none
     * @throws IllegalArgumentException if the address is none, or the variable is not set
     */
    public static Endpoint http(
            String url, String model, String keyVariable, UnaryOperator<@Nullable String> environment) {
        return at(url, List.of("https", "http"), model, keyVariable, environment);
    }

    /** The same of a server that is listened to over a socket, such as {@code wss://api.deepgram.com/v1}. */
    public static Endpoint socket(
            String url, String model, String keyVariable, UnaryOperator<@Nullable String> environment) {
        return at(url, List.of("wss", "ws"), model, keyVariable, environment);
    }

    private static Endpoint at(
            String url,
            List<String> schemes,
            String model,
            String keyVariable,
            UnaryOperator<@Nullable String> environment) {
        URI address;
        try {
            address = URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("this is no address of a server");
        }
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        if (address.getHost() == null || !schemes.contains(scheme)) {
            throw new IllegalArgumentException(
                    "this is no address of a server; expected " + schemes.getFirst() + "://HOST/v1");
        }
        if (address.getUserInfo() != null || address.getQuery() != null) {
            throw new IllegalArgumentException("an address holds no key; name the environment variable that does");
        }
        if (model.isBlank()) {
            throw new IllegalArgumentException("what is asked has no name: 'model' is empty");
        }
        String key = keyVariable.isEmpty() ? "" : environment.apply(keyVariable);
        if (key == null || (key.isBlank() && !keyVariable.isEmpty())) {
            throw new IllegalArgumentException("the environment variable " + keyVariable + " holds no key");
        }
        return new Endpoint(address, model, key.strip());
    }

    URI under(String path) {
        return URI.create(address + path);
    }

    String model() {
        return model;
    }

    String key() {
        return key;
    }

    HttpClient client() {
        return http;
    }

    /** Where it is, without anything that is secret. */
    String place() {
        return String.valueOf(address.getHost());
    }
}
