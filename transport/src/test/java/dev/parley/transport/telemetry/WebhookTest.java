package dev.parley.transport.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.Conversation;
import dev.parley.Observer;
import dev.parley.Parley;
import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.DiskFile;
import dev.parley.runelog.disk.MemoryDisk;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A webhook goes on whatever fails, and gives up no letter. */
@Timeout(60)
class WebhookTest {
    private final MemoryDisk memory = new MemoryDisk();
    private final AtomicInteger unreadable = new AtomicInteger();
    private final AtomicInteger refusals = new AtomicInteger();
    private final BlockingQueue<String> taken = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> refused = new LinkedBlockingQueue<>();

    @SuppressWarnings("NullAway.Init") // before each test
    private HttpServer elsewhere;

    @SuppressWarnings("NullAway.Init") // before each test
    private Parley parley;

    @BeforeEach
    void start() throws IOException {
        elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", this::take);
        elsewhere.start();
        Disk disk = failing(Disk.class, memory);
        Runelog log = Runelog.open(disk, RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1)));
        parley = Parley.over(log, disk).model((_, _) -> Reply.says("Yes.")).open();
    }

    @AfterEach
    void stop() {
        parley.close();
        elsewhere.stop(0);
    }

    /** The same disk, or a file of it, of which the webhook cannot read for a while. */
    private <T> T failing(Class<T> type, T real) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    boolean isOfWebhook = Thread.currentThread().getName().equals("parley-webhook");
                    if (method.getName().equals("read")
                            && isOfWebhook
                            && unreadable.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                        throw new IOException("the disk does not answer");
                    }
                    try {
                        Object found = method.invoke(real, arguments);
                        return found instanceof DiskFile file ? failing(DiskFile.class, file) : found;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private void take(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        String id = exchange.getRequestHeaders().getFirst("webhook-id");
        boolean isRefused = refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        exchange.sendResponseHeaders(isRefused ? 503 : 204, -1);
        exchange.close();
        (isRefused ? refused : taken).add(id);
    }

    private Webhook webhook(Post.Spec post) throws IOException {
        URI there = URI.create("http://127.0.0.1:" + elsewhere.getAddress().getPort());
        Webhook webhook = new Webhook(
                new TelemetrySpec.Hook(there, "SECRET", List.of("session.", "turn."), Visibility.INTERNAL, post),
                "a secret",
                parley);
        parley.watch(new Observer() {
            @Override
            public void recorded(Rune rune) {
                webhook.offer(rune);
            }
        });
        webhook.start();
        return webhook;
    }

    /** Has a conversation, and returns what there is to tell of it. */
    private List<String> talked() {
        try (Conversation talk = parley.converse("talk")) {
            talk.say("Hello").join();
        }
        return wanted("talk");
    }

    private List<String> wanted(String conversation) {
        parley.record().commit();
        try (var reader = parley.record().read(conversation, 0)) {
            return reader.toList().stream()
                    .filter(rune -> rune.visibility().compareTo(Visibility.INTERNAL) <= 0)
                    .filter(rune ->
                            rune.kind().startsWith("session.") || rune.kind().startsWith("turn."))
                    .map(rune -> conversation + "/" + rune.eventId())
                    .toList();
        }
    }

    private List<String> told(int many) throws InterruptedException {
        List<String> all = new ArrayList<>();
        while (all.size() < many) {
            String next = taken.poll(20, TimeUnit.SECONDS);
            assertNotNull(next, "no more letters after " + all);
            all.add(next);
        }
        return all;
    }

    @Test
    void goesOnAfterTheDiskDidNotAnswer() throws Exception {
        unreadable.set(3);
        try (Webhook webhook = webhook(new Post.Spec(3, 1))) {
            List<String> wanted = talked();
            assertEquals(wanted, told(wanted.size()));
            assertEquals(3, webhook.post().failed());
        }
    }

    @Test
    void bringsEveryLetterInOrderHoweverOftenItIsRefused() throws Exception {
        refusals.set(8);
        try (Webhook webhook = webhook(new Post.Spec(2, 1))) {
            List<String> wanted = talked();
            assertEquals(wanted, told(wanted.size()));
            assertEquals(8, webhook.post().failed());
            assertEquals(0, webhook.post().lost());
        }
    }

    /** The others are told while one conversation cannot be read. */
    @Test
    void tellsTheOtherConversationsMeanwhile() throws Exception {
        try (Webhook _ = webhook(new Post.Spec(1, 600_000))) {
            unreadable.set(1);
            List<String> first = talked();
            while (unreadable.get() > 0) {
                Thread.onSpinWait();
            }
            parley.converse("other").say("Hello").join();
            List<String> wanted = wanted("other");
            assertEquals(wanted, told(wanted.size()));
            assertTrue(taken.stream().noneMatch(first::contains), "its own waits for its time");
        }
    }

    /** The pause after a failure is a minute long; a stop does not wait for its end. */
    @Test
    @Timeout(20)
    void stopsSoonThoughNobodyTakesItsLetters() throws Exception {
        refusals.set(Integer.MAX_VALUE);
        try (Webhook _ = webhook(new Post.Spec(1, 60_000))) {
            talked();
            assertNotNull(refused.poll(10, TimeUnit.SECONDS));
        }
    }
}
