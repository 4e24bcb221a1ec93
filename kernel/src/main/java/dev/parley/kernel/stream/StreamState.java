package dev.parley.kernel.stream;

import org.jspecify.annotations.Nullable;

/** Where a stream stands (stream model 1.1). STOPPED and FAILED are final for a run; RESTART opens the next one. */
public sealed interface StreamState {
    /** Created, awaiting work. */
    record Idle() implements StreamState {
        static final Idle IDLE = new Idle();

        @Override
        public @Nullable Graph graph() {
            return null;
        }

        @Override
        public String code() {
            return "idle";
        }
    }

    /** Text is being compiled to a graph. */
    record Compiling(Graph graph) implements StreamState {
        static final Compiling FIRST = new Compiling(Graph.FIRST);

        @Override
        public String code() {
            return "compiling";
        }
    }

    /** Audio is being generated. */
    record Synthesizing(Graph graph) implements StreamState {
        @Override
        public String code() {
            return "synthesizing";
        }
    }

    /** Audio is playing. */
    record Playing(Graph graph) implements StreamState {
        @Override
        public String code() {
            return "playing";
        }
    }

    /** An interrupt was accepted and the output is being flushed. */
    record Interrupting(Graph graph) implements StreamState {
        @Override
        public String code() {
            return "interrupting";
        }
    }

    /** Playback is complete. */
    record Stopped(Graph graph) implements StreamState {
        @Override
        public String code() {
            return "stopped";
        }
    }

    /** An error occurred. Before COMPILING there was no graph. */
    record Failed(@Nullable Graph graph) implements StreamState {
        @Override
        public String code() {
            return "failed";
        }
    }

    /** The graph of this run, or null where it has none yet. */
    @Nullable
    Graph graph();

    /** The state as programs read it. */
    String code();

    default boolean isTerminal() {
        return this instanceof Stopped || this instanceof Failed;
    }
}
