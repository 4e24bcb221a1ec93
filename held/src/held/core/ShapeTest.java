package held.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.runelog.append.Receipt;
import held.Commands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How the sources of the core read. These look at shapes, because what they find cannot be called: a gate that nobody asks, files that
 * decide nothing, types without a caller, words with two meanings.
 */
class ShapeTest {
    private static final List<String> MODULES =
            List.of("kernel", "runelog", "replay", "pipeline", "provider", "agent", "session", "sim", "app");
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
    private static final Pattern NOT_DECIDING =
            Pattern.compile("(Explorer|MachineDrawing|Scxml\\w*|Explanation|NearestChange|\\w*Alternatives)\\.java");
    private static final Pattern SPELLED_OUT = Pattern.compile("\\b(java|dev\\.parley)(\\.[a-z]+)+\\.[A-Z]\\w+");

    private static Stream<Path> main(String... modules) {
        return Arrays.stream(modules)
                .flatMap(module -> Commands.sources(module + "/src/main/java").stream())
                .filter(file -> !file.endsWith("package-info.java") && !file.endsWith("module-info.java"));
    }

    private static String code(Path file) {
        try {
            return COMMENT.matcher(Files.readString(file)).replaceAll("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static List<String> matching(Pattern pattern) {
        return main("kernel", "runelog", "replay")
                .filter(file -> code(file)
                        .lines()
                        .filter(line -> !line.startsWith("import ") && !line.startsWith("package "))
                        .anyMatch(line -> pattern.matcher(line).find()))
                .map(ShapeTest::name)
                .toList();
    }

    @Test
    void nothingThatAReceiptOffersIsUnread() {
        List<String> outside = main(MODULES.toArray(String[]::new))
                .filter(file -> !file.toString().contains("/runelog/src/"))
                .map(ShapeTest::code)
                .toList();
        List<String> unread = Arrays.stream(Receipt.class.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(part -> outside.stream().noneMatch(code -> code.contains("." + part + "()")))
                .toList();
        assertEquals(List.of(), unread, "a second gate for effects, which nobody asks");
    }

    @Test
    void theKernelDecidesAndDoesNothingElse() {
        List<String> beside = main("kernel")
                .filter(file ->
                        NOT_DECIDING.matcher(file.getFileName().toString()).matches())
                .map(ShapeTest::name)
                .toList();
        assertEquals(List.of(), beside, "files of the kernel that decide nothing");
    }

    @Test
    void everyTypeOfTheKernelIsReachedFromACommand() {
        Map<Path, Set<String>> words = new HashMap<>();
        main(MODULES.toArray(String[]::new))
                .forEach(
                        file -> words.put(file, new HashSet<>(List.of(code(file).split("\\W+")))));
        Deque<Path> open = new ArrayDeque<>();
        words.keySet().stream().filter(file -> file.endsWith("app/Main.java")).forEach(open::add);
        Set<Path> reached = new HashSet<>(open);
        while (!open.isEmpty()) {
            Set<String> mentioned = words.get(open.remove());
            for (Path file : new ArrayList<>(words.keySet())) {
                if (mentioned.contains(name(file)) && reached.add(file)) {
                    open.add(file);
                }
            }
        }
        List<String> unreached = main("kernel")
                .filter(file -> !reached.contains(file))
                .map(ShapeTest::name)
                .toList();
        assertEquals(List.of(), unreached, "types of the kernel without a caller");
    }

    @Test
    void thereIsOneWriterOfNumbers() {
        assertEquals(List.of("ByteSink"), matching(Pattern.compile(">>>= 7")), "a number is written in several places");
    }

    @Test
    void noWordForcesAnotherToBeSpelledOut() {
        assertEquals(List.of(), matching(SPELLED_OUT), "a word of the core is in the way of one of Java's");
    }

    @Test
    void whatSoundsLikeANumberIsOne() {
        assertEquals(List.of(), matching(Pattern.compile("boolean count\\(")), "a count that is a yes or a no");
    }
}
