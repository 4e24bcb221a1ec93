package dev.parley.speech.remote;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.external.LineDecoder;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.WordMark;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One utterance over a socket. Sound goes one way, what was heard so far comes the other; the last words come before the end. */
final class StreamingCall extends RemoteCall implements WebSocket.Listener {
    private static final int MESSAGE_MAX = 1 << 20;
    private static final int TRANSCRIPT_CHARS_MAX = 1 << 16;
    private static final int WORDS_MAX = 1 << 14;
    private static final long UNSENT_MS_MAX = 10_000;
    private static final int GOOD_END = 1_000;
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

    private final String place;
    private final StringBuilder message = new StringBuilder();
    private final List<String> sentences = new ArrayList<>();
    private final List<WordMark> words = new ArrayList<>();
    private CompletableFuture<WebSocket> sent = new CompletableFuture<>();
    private @Nullable WebSocket socket;
    private boolean partials;
    private boolean inputOver;
    private long transcriptChars;
    private long unsentMs;
    private long fromMs = -1;
    private long toMs;
    private int worstPermille = 1_000;

    StreamingCall(ProviderInvocation invocation, ProviderIngress ingress, String place) {
        super(invocation, ingress);
        this.place = place;
    }

    void begin(Endpoint endpoint, String path, boolean wantsPartials) {
        partials = wantsPartials;
        WebSocket.Builder builder = endpoint.client().newWebSocketBuilder();
        if (!endpoint.key().isEmpty()) {
            builder.header("Authorization", "Token " + endpoint.key());
        }
        CompletableFuture<WebSocket> open = builder.buildAsync(endpoint.under(path), this);
        synchronized (this) {
            sent = open.whenComplete((_, failure) -> {
                if (failure != null) {
                    fail(unopened(failure));
                }
            });
        }
    }

    /** A server that answers and opens no socket says why, such as that the key is wrong. */
    private Outcome unopened(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        HttpResponse<?> answer = cause instanceof WebSocketHandshakeException refused ? refused.getResponse() : null;
        return answer == null ? Outcome.error(true, place + " cannot be reached") : refused(place, answer);
    }

    @Override
    public synchronized boolean feed(AudioFrame frame) {
        if (inputOver || isOver() || unsentMs > UNSENT_MS_MAX) {
            return false;
        }
        fromMs = fromMs < 0 ? frame.mediaMs() : fromMs;
        toMs = frame.mediaMs() + frame.durationMs();
        ByteBuffer pcm = ByteBuffer.wrap(frame.pcm().clone());
        long ms = frame.durationMs();
        unsentMs += ms;
        sent = sent.thenCompose(open -> open.sendBinary(pcm, true)).whenComplete((_, _) -> sent(ms));
        return true;
    }

    private synchronized void sent(long ms) {
        unsentMs -= ms;
    }

    @Override
    public synchronized void finishInput() {
        if (!inputOver && !isOver()) {
            inputOver = true;
            sent = sent.thenCompose(open -> open.sendText("{\"type\":\"CloseStream\"}", true));
        }
    }

    @Override
    public void onOpen(WebSocket opened) {
        synchronized (this) {
            socket = opened;
        }
        if (isOver()) {
            opened.abort();
        } else {
            opened.request(1);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence piece, boolean last) {
        message.append(piece);
        if (message.length() > MESSAGE_MAX) {
            fail(Outcome.error(false, place + " sent a message that is too long"));
        } else if (last) {
            String whole = message.toString();
            message.setLength(0);
            LineDecoder.decode(whole)
                    .ifPresentOrElse(
                            this::read, () -> fail(Outcome.error(false, place + " sent something that is no message")));
        }
        from.request(1);
        return null;
    }

    private void read(Json.Obj result) {
        if ("Error".equals(result.text("type"))) {
            fail(Outcome.error(false, place + " reported an error"));
            return;
        }
        Json.Obj best = result.get("channel") instanceof Json.Obj channel
                        && channel.get("alternatives") instanceof Json.Arr all
                        && !all.items().isEmpty()
                        && all.items().getFirst() instanceof Json.Obj first
                ? first
                : Json.Obj.EMPTY;
        String text = best.text("transcript");
        if (text == null || text.isBlank()) {
            return;
        }
        int permille = permille(best.get("confidence"));
        if (Boolean.TRUE.equals(result.flag("is_final"))) {
            sentences.add(text.strip());
            transcriptChars += text.length();
            worstPermille = Math.min(worstPermille, permille);
            if (best.get("words") instanceof Json.Arr marks) {
                marks.items().forEach(this::mark);
            }
            if (transcriptChars > TRANSCRIPT_CHARS_MAX || words.size() > WORDS_MAX) {
                fail(Outcome.error(false, place + " sent more words than anyone says at once"));
                return;
            }
        }
        if (partials) {
            List<String> soFar = new ArrayList<>(sentences);
            if (!Boolean.TRUE.equals(result.flag("is_final"))) {
                soFar.add(text.strip());
            }
            offer(new ProviderEvent.PartialTranscript(invocation(), String.join(" ", soFar), permille));
        }
    }

    private void mark(Json word) {
        if (word instanceof Json.Obj found
                && found.get("word") instanceof Json.Str text
                && found.get("start") instanceof Json.Num start
                && found.get("end") instanceof Json.Num end) {
            long base = Math.max(0, fromMs);
            words.add(new WordMark(text.value(), base + ms(start), base + ms(end)));
        }
    }

    private static long ms(Json.Num seconds) {
        return seconds.value().multiply(THOUSAND).longValue();
    }

    private static int permille(@Nullable Json confidence) {
        return confidence instanceof Json.Num number ? Math.clamp(ms(number), 0, 1_000) : 0;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        boolean asked;
        long until;
        synchronized (this) {
            asked = inputOver;
            until = toMs;
        }
        if (!asked || status != GOOD_END) {
            fail(Outcome.error(true, place + " closed the connection with " + status));
            return null;
        }
        if (sentences.isEmpty()) {
            offer(new ProviderEvent.NotUnderstood(invocation(), 0, Math.max(0, fromMs), until, List.of()));
        } else {
            offer(new ProviderEvent.FinalTranscript(
                    invocation(), String.join(" ", sentences), worstPermille, Math.max(0, fromMs), until, words));
        }
        finish(Outcome.SUCCESS);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        fail(Outcome.error(true, "the connection to " + place + " broke off"));
    }

    @Override
    void closed() {
        WebSocket open;
        synchronized (this) {
            open = socket;
        }
        if (open != null) {
            open.abort();
        }
    }
}
