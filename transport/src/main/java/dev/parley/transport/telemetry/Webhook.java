package dev.parley.transport.telemetry;

import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneJson;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tells one address of every event of the audit stream: a CloudEvent each, signed as Standard Webhooks do it. An event is told
 * once it is on disk, at least once and in the order of its conversation; whoever was told twice sees it by the id.
 *
 * <p>It is told from the record. Only the names of conversations wait, each once, so that nothing is dropped however much
 * happens; and how far each was told is kept, so that what a process could not tell is told by the next. Nothing is given up: an
 * address that does not take a letter gets it again until it does, and a conversation that cannot be read is read again later
 * while the others are told on.
 */
final class Webhook implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Webhook.class.getName());
    private static final long MS_PER_SECOND = 1_000;
    private static final long LOOK_EVERY_MS = 500;
    private static final long KEPT_WITHIN_MS = 10_000;
    private static final String FOLDER = "webhooks/";
    private static final String ALGORITHM = "HmacSHA256";

    /** In the place of a conversation: to look what an earlier process could not tell. */
    private static final String BEHIND = "";

    private final TelemetrySpec.Hook spec;
    private final Runelog record;
    private final Post post;
    private final SecretKeySpec secret;
    private final ToldEvents told;
    private final Set<String> named = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>();
    private final Setbacks setbacks;
    private final Thread thread = Thread.ofVirtual().name("parley-webhook").unstarted(this::work);
    private volatile boolean open = true;

    Webhook(TelemetrySpec.Hook spec, String secret, Parley parley) throws IOException {
        this.spec = spec;
        this.record = parley.record();
        this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
        this.post = new Post(spec.url(), spec.post());
        this.setbacks = new Setbacks(spec.post().firstPauseMs());
        this.told = new ToldEvents(parley.disk(), FOLDER + name(spec), record);
    }

    /** What it is told of belongs to the name: one that is to hear of more begins anew. */
    private static String name(TelemetrySpec.Hook spec) {
        String what = spec.url() + "\n" + spec.sees() + "\n" + spec.kinds();
        return UUID.nameUUIDFromBytes(what.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Begins to tell, first of what an earlier process could not. Whatever is recorded from before this is offered. */
    void start() {
        thread.start();
    }

    /** Never waits. */
    void offer(Rune rune) {
        if (isWanted(rune)) {
            offer(rune.conversation());
        }
    }

    private void offer(String conversation) {
        if (named.add(conversation)) {
            waiting.add(conversation);
        }
    }

    private boolean isWanted(Rune rune) {
        return rune.visibility().compareTo(spec.sees()) <= 0
                && spec.kinds().stream().anyMatch(rune.kind()::startsWith);
    }

    /** How many conversations have something that was not told yet. */
    int waiting() {
        return waiting.size() + setbacks.count();
    }

    Post post() {
        return post;
    }

    private void work() {
        try {
            offer(BEHIND);
            while (open || !waiting.isEmpty()) {
                setbacks.due().forEach(this::offer);
                String next = waiting.poll(LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    named.remove(next);
                    look(next);
                }
            }
        } catch (InterruptedException e) {
            // The next process goes on after what was told.
        } finally {
            told.close();
        }
    }

    private void look(String next) throws InterruptedException {
        if (setbacks.isResting(next)) {
            return;
        }
        try {
            if (next.equals(BEHIND)) {
                told.behind().forEach(this::offer);
            } else {
                tell(next);
            }
            setbacks.done(next);
        } catch (RuntimeException e) {
            post.countFailed();
            long pauseMs = setbacks.failed(next);
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} cannot be told on for now: {1}; it is tried again in {2} ms.",
                    next.equals(BEHIND) ? "What an earlier process left" : next,
                    e.getMessage(),
                    pauseMs);
        }
    }

    private void tell(String conversation) throws InterruptedException {
        awaitKept(conversation);
        long last = told.last(conversation);
        try (RuneReader reader = record.read(conversation, last)) {
            for (Rune rune = reader.poll(); rune != null; rune = reader.poll()) {
                Rune next = rune;
                last = next.eventId();
                if (isWanted(next)) {
                    post.bringAtLast(() -> letter(next));
                    told.told(conversation, last);
                }
            }
        }
        if (last > told.last(conversation)) {
            told.told(conversation, last);
        }
    }

    /** What is not on disk is not told to others, and not there to be read. */
    private void awaitKept(String conversation) throws InterruptedException {
        try {
            record.durable(conversation).toCompletableFuture().get(KEPT_WITHIN_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            offer(conversation);
        } catch (ExecutionException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} is not kept: {1}", conversation, e.getMessage());
        }
    }

    private Post.Letter letter(Rune rune) {
        Json.Obj event = event(rune);
        String body = event.text();
        String id = String.valueOf(event.text("id"));
        String at = Long.toString(System.currentTimeMillis() / MS_PER_SECOND);
        return new Post.Letter(
                "application/cloudevents+json",
                Map.of("webhook-id", id, "webhook-timestamp", at, "webhook-signature", "v1," + signature(id, at, body)),
                body);
    }

    private static Json.Obj event(Rune rune) {
        Json.Obj event = Json.Obj.EMPTY
                .with("specversion", "1.0")
                .with("id", rune.conversation() + "/" + rune.eventId())
                .with("source", "urn:parley:" + rune.conversation())
                .with("type", "dev.parley." + rune.kind())
                .with("time", Instant.ofEpochMilli(rune.envelope().wallMillis()).toString())
                .with("datacontenttype", "application/json");
        return (rune.turn() == 0 ? event : event.with("subject", "turn/" + rune.turn()))
                .with("data", RuneJson.of(rune));
    }

    private String signature(String id, String at, String body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            byte[] signed = (id + "." + at + "." + body).getBytes(StandardCharsets.UTF_8);
            return Base64.getEncoder().encodeToString(mac.doFinal(signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java signs with HmacSHA256.", e);
        }
    }

    /** What waits has a second to be told; the rest is told by the next process. */
    @Override
    public void close() {
        open = false;
        Courier.end(thread);
        post.close();
    }
}
