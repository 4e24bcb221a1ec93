package dev.parley.bench.measure;

import java.util.List;

/** One measurement. */
public interface Bench {
    /** Its dotted name, such as {@code kernel.decide}. */
    String name();

    /** Measures. A quick run takes less than a minute. */
    List<Result> run(boolean quick) throws Exception;
}
