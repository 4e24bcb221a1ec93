package dev.parley.transport;

import dev.parley.Parley;
import dev.parley.transport.socket.OpenSockets;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** What the server counts, in the form that Prometheus reads. */
final class Meters {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicInteger streams = new AtomicInteger();

    Meters(Parley parley, OpenSockets sockets) {
        Gauge.builder("parley_conversations", parley, Parley::underWay)
                .description("Conversations under way")
                .register(registry);
        Gauge.builder("parley_conversations_in_memory", parley, Parley::inMemory)
                .description("Conversations under way that are in memory")
                .register(registry);
        Gauge.builder("parley_conversations_evicted", parley, Parley::evicted)
                .description("Conversations under way that have left memory until somebody is there")
                .register(registry);
        Gauge.builder("parley_event_streams", streams, AtomicInteger::get)
                .description("Event streams that are read")
                .register(registry);
        Gauge.builder("parley_sockets", sockets, OpenSockets::count)
                .description("Sockets that are open")
                .register(registry);
        Gauge.builder("parley_socket_waiting_bytes", sockets, OpenSockets::queuedBytes)
                .description("What waits to be read by clients at sockets")
                .register(registry);
    }

    void answered(int status) {
        Counter.builder("parley_http_responses_total")
                .description("Responses by status")
                .tag("status", Integer.toString(status))
                .register(registry)
                .increment();
    }

    void streamOpened() {
        streams.incrementAndGet();
    }

    void streamClosed() {
        streams.decrementAndGet();
    }

    MeterRegistry registry() {
        return registry;
    }

    String text() {
        return registry.scrape();
    }
}
