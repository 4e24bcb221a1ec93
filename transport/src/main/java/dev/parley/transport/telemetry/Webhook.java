package dev.parley.transport.telemetry;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneJson;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tells one address of every event of the audit stream: a CloudEvent each, signed as Standard Webhooks do it. An event is told
 * once it is on disk, at least once and in order; whoever was told twice sees it by the id.
 */
final class Webhook implements AutoCloseable {
    private static final long MS_PER_SECOND = 1_000;

    private final TelemetrySpec.Hook spec;
    private final Courier<Rune> courier;
    private final SecretKeySpec secret;

    /** @param kept waits until a rune is on disk */
    Webhook(TelemetrySpec.Hook spec, String secret, Consumer<Rune> kept) {
        this.spec = spec;
        this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
        this.courier = new Courier<>("webhook", spec.url(), spec.courier(), rune -> {
            kept.accept(rune);
            return letter(rune);
        });
    }

    void offer(Rune rune) {
        boolean isWanted = spec.kinds().stream().anyMatch(rune.kind()::startsWith);
        if (isWanted && rune.visibility().compareTo(spec.sees()) <= 0) {
            courier.offer(rune);
        }
    }

    Courier<Rune> courier() {
        return courier;
    }

    private Courier.Letter letter(Rune rune) {
        Json.Obj event = event(rune);
        String body = event.text();
        String id = String.valueOf(event.text("id"));
        String at = Long.toString(System.currentTimeMillis() / MS_PER_SECOND);
        return new Courier.Letter(
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
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(secret);
            byte[] signed = (id + "." + at + "." + body).getBytes(StandardCharsets.UTF_8);
            return Base64.getEncoder().encodeToString(mac.doFinal(signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java signs with HmacSHA256.", e);
        }
    }

    @Override
    public void close() {
        courier.close();
    }
}
