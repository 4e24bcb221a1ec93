package dev.parley.pipeline.spec;

import java.util.List;

/**
 * A node in another process: how it is reached, what it takes and gives, and how far it is trusted.
 *
 * @param command the program and its arguments, for a child that speaks over its standard streams; empty otherwise
 * @param port the loopback port of a node that is already running; 0 for a child
 * @param timeoutMs how long an answer to one event may take
 * @param lineBytesMax how long one line of it may be
 * @param inFlightMax how many events it may hold unanswered
 */
public record ExternalSpec(
        List<String> command,
        int port,
        List<String> accepts,
        List<String> emits,
        long startMs,
        long timeoutMs,
        long cancelWithinMs,
        int lineBytesMax,
        int inFlightMax) {
    public ExternalSpec {
        command = List.copyOf(command);
        accepts = List.copyOf(accepts);
        emits = List.copyOf(emits);
    }
}
