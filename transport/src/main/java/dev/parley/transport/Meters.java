package dev.parley.transport;

import dev.parley.Parley;
import dev.parley.transport.budget.ByteBudget;
import dev.parley.transport.budget.ConnectionGate;
import dev.parley.transport.socket.OpenSockets;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** What the server counts, in the form that Prometheus reads. */
final class Meters {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicInteger streams = new AtomicInteger();

    Meters(Parley parley, OpenSockets sockets, ByteBudget budget, ConnectionGate gate) {
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
        Gauge.builder("parley_connections", gate, ConnectionGate::count)
                .description("Connections that are open, or were until a moment ago")
                .register(registry);
        Gauge.builder("parley_connections_max", gate, ConnectionGate::most)
                .description("Connections that are accepted")
                .register(registry);
        FunctionCounter.builder("parley_connections_refused_total", gate, ConnectionGate::refused)
                .description("Connections that were closed because there were too many")
                .register(registry);
        Gauge.builder("parley_budget_taken_bytes", budget, ByteBudget::takenBytes)
                .description("Memory that is kept for clients")
                .register(registry);
        Gauge.builder("parley_budget_bytes", budget, ByteBudget::bytes)
                .description("Memory that may be kept for clients")
                .register(registry);
        FunctionCounter.builder("parley_over_budget_total", budget, ByteBudget::refusals)
                .description("What was refused because there was no memory for it")
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
