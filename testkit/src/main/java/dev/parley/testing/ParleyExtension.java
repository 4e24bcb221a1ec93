package dev.parley.testing;

import dev.parley.ParleyBuilder;
import dev.parley.sim.result.ScenarioResult;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test an agent to run scenarios with.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final ParleyExtension parley = new ParleyExtension(() -> Parley.in(folder).model(model).tools(order));
 *
 * @TestFactory
 * Stream<DynamicTest> everyScenarioHolds() {
 *     return parley.scenarios(Path.of("src/test/scenarios"));
 * }
 * }</pre>
 *
 * A test method may also ask for a {@link Runner} as its parameter.
 */
public final class ParleyExtension implements ParameterResolver {
    private final Supplier<ParleyBuilder> agent;

    /** @param agent called for every scenario, so that none meets what another left in a model or a tool */
    public ParleyExtension(Supplier<ParleyBuilder> agent) {
        this.agent = agent;
    }

    /** Runs one scenario file. */
    @FunctionalInterface
    public interface Runner {
        ScenarioResult run(Path file);
    }

    /** A test for every scenario of the folder. */
    public Stream<DynamicTest> scenarios(Path folder) {
        return Scenarios.in(folder).stream()
                .map(file -> DynamicTest.dynamicTest(
                        String.valueOf(file.getFileName()), () -> Scenarios.check(file, agent.get())));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Runner.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Runner runner = file -> Scenarios.run(file, agent.get());
        return runner;
    }
}
