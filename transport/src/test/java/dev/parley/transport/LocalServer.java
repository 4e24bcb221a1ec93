package dev.parley.transport;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.ParleyBuilder;
import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.standin.StandIn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A server on a free port over a Parley that a test has built, and what tests ask of it. */
final class LocalServer implements AutoCloseable {
    /** The header of the client that speaks for ana. */
    static final String ANA = "Authorization: Bearer sk-ana";

    static final ServerSpec.Key ANAS_KEY = new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of("ana"));

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Parley parley;
    private final Server server;

    LocalServer(Parley parley, ServerSpec spec, Map<String, String> environment) throws IOException {
        this.parley = parley;
        this.server = Server.start(parley, spec, 0, environment);
    }

    /** The same for these keys, which may ask as often as they like. */
    LocalServer(Parley parley, ServerSpec.Key... keys) throws IOException {
        this(parley, spec(keys), Map.of());
    }

    static ServerSpec spec(ServerSpec.Key... keys) {
        return new ServerSpec("127.0.0.1", null, List.of(keys), null, null, List.of(), null, 100_000);
    }

    /** A house that is ana's, with stand-in voices that hear nothing. */
    static ParleyBuilder inSound(Path data) {
        return Parley.in(data)
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .voices(LocalServer::voices);
    }

    private static Map<Modality, Provider> voices() {
        return Map.of(
                Modality.STT, StandIn.script(List.of()), Modality.TTS, StandIn.tone(), Modality.VAD, StandIn.level());
    }

    Parley parley() {
        return parley;
    }

    URI at(String path) {
        return URI.create(server.address() + path);
    }

    HttpResponse<String> send(String key, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(at(path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        return HTTP.send(
                (key.isEmpty() ? request : request.header("Authorization", "Bearer " + key)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** A conversation that begins now. */
    Conversation begin(String key, String body) throws IOException, InterruptedException {
        String begun = send(key, "POST", "/v1/conversations", body).body();
        return Objects.requireNonNull(
                parley.conversation(String.valueOf(object(begun).text("conversation"))), begun);
    }

    /** The socket of a conversation. */
    RawSocket socket(String conversation, long after, String header) throws IOException {
        return new RawSocket(at("/v1/conversations/" + conversation + "/socket?after=" + after), List.of(header));
    }

    /** A connection on which nothing was written yet. */
    Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), at("").getPort());
    }

    static Json.Obj object(String text) {
        try {
            return (Json.Obj) JsonDecoder.decode(text);
        } catch (JsonDecoder.NotJson e) {
            throw new IllegalStateException(text, e);
        }
    }

    @Override
    public void close() {
        server.close();
        parley.close();
    }
}
