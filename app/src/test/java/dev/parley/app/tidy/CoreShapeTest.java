package dev.parley.app.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.runelog.append.Receipt;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the sources of the trusted core have to look like, so that it can be read in an afternoon. */
class CoreShapeTest {
    private static final Pattern NOT_DECIDING =
            Pattern.compile("(Explorer|MachineDrawing|Scxml|Explanation|NearestChange|\\w*Alternatives)\\.java");
    private static final Pattern SPELLED_OUT = Pattern.compile("\\b(java|dev\\.parley)(\\.[a-z]+)+\\.[A-Z]\\w+");
    private static final Pattern NOT_CODE = Pattern.compile("(import|package|\\*|//|/\\*).*");

    /** What a receipt offers is what somebody waits for; effects have one gate, and that is not here. */
    @Test
    void nothingThatAReceiptOffersIsUnread() {
        List<String> outside = Sources.java("main").stream()
                .filter(file -> !Sources.name(file).startsWith("runelog/"))
                .flatMap(file -> Sources.lines(file).stream())
                .toList();
        List<String> unread = Stream.of(Receipt.class.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(part -> outside.stream().noneMatch(line -> line.contains("." + part + "()")))
                .toList();
        assertEquals(List.of(), unread);
    }

    @Test
    void theKernelDecidesAndDoesNothingElse() {
        List<String> beside = core("kernel")
                .map(file -> String.valueOf(file.getFileName()))
                .filter(name -> NOT_DECIDING.matcher(name).matches())
                .toList();
        assertEquals(List.of(), beside);
    }

    @Test
    void thereIsOneWriterOfNumbers() {
        List<String> writers = matching(Pattern.compile(">>>= 7"));
        assertEquals(List.of("kernel/src/main/java/dev/parley/kernel/rune/ByteSink.java"), writers);
    }

    /** No word of the core forces another to be spelled out, and none that sounds like a number is none. */
    @Test
    void wordsMeanOneThing() {
        assertEquals(List.of(), matching(SPELLED_OUT));
        assertEquals(List.of(), matching(Pattern.compile("boolean count\\(")));
    }

    private static Stream<Path> core(String... modules) {
        return Stream.of(modules).flatMap(module -> Sources.under(Sources.root().resolve(module + "/src/main/java")));
    }

    private static List<String> matching(Pattern pattern) {
        return core("kernel", "runelog", "state", "replay")
                .filter(file -> Sources.lines(file).stream()
                        .anyMatch(line -> !NOT_CODE.matcher(line.strip()).matches()
                                && pattern.matcher(line).find()))
                .map(Sources::name)
                .toList();
    }
}
