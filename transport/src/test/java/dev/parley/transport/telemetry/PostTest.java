package dev.parley.transport.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An address that is told of events decides neither where they go nor how long they are held up. */
@Timeout(40)
class PostTest {
    private static final Post.Letter LETTER =
            new Post.Letter("text/plain", Map.of("webhook-signature", "v1,s"), "hello");

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger elsewhere = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);

    @SuppressWarnings("NullAway.Init") // before each test
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/elsewhere", exchange -> {
            elsewhere.incrementAndGet();
            answer(exchange, 200);
        });
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    @Test
    void followsNoRedirect() throws InterruptedException {
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            server.createContext("/" + status, exchange -> {
                asked.incrementAndGet();
                exchange.getResponseHeaders().add("Location", at("/elsewhere").toString());
                answer(exchange, status);
            });
            try (Post post = new Post(at("/" + status), new Post.Spec(2, 1))) {
                post.bring(LETTER);
                assertEquals(1, post.lost(), "a redirect is no acceptance");
            }
        }
        assertEquals(10, asked.get(), "each is tried as often as it should, and no more");
        assertEquals(0, elsewhere.get());
    }

    @Test
    void waitsForNoAnswerThatDoesNotEnd() throws InterruptedException {
        CountDownLatch askedTwice = new CountDownLatch(2);
        server.createContext("/endless", exchange -> {
            asked.incrementAndGet();
            askedTwice.countDown();
            exchange.sendResponseHeaders(200, 0);
            try {
                exchange.getResponseBody().write(new byte[1]);
                exchange.getResponseBody().flush();
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try (Post post = new Post(at("/endless"), new Post.Spec(2, 1), Duration.ofSeconds(2))) {
            post.bring(LETTER);
            assertEquals(1, post.lost());
            assertEquals(2, post.failed());
        }
        assertTrue(askedTwice.await(20, TimeUnit.SECONDS), "each try arrives, the server may be a little behind");
        assertEquals(2, asked.get());
    }
}
