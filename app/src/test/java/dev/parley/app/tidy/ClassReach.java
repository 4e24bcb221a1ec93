package dev.parley.app.tidy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The classes of this project that can be reached from some roots through what their class files name. */
final class ClassReach {
    private static final String OURS = "dev/parley/";

    private final Set<String> reached = new HashSet<>();

    ClassReach(List<String> roots) {
        Deque<String> open = new ArrayDeque<>();
        roots.forEach(root -> open.add(root.replace('.', '/')));
        while (!open.isEmpty()) {
            String name = open.remove();
            ClassModel model = reached.add(name) ? model(name) : null;
            if (model != null) {
                open.addAll(named(model));
            }
        }
    }

    /** Whether the class, or one that is nested in it, is reached. */
    boolean reaches(String className) {
        String name = className.replace('.', '/');
        return reached.contains(name) || reached.stream().anyMatch(other -> other.startsWith(name + "$"));
    }

    /** The compiler copies constants, so that a class of nothing else is used without being named. */
    static boolean isConstantsOnly(String className) {
        ClassModel model = model(className.replace('.', '/'));
        return model != null
                && !model.fields().isEmpty()
                && model.methods().stream()
                        .allMatch(method -> method.methodName().equalsString("<init>"))
                && model.fields().stream()
                        .allMatch(field -> field.attributes().stream()
                                .anyMatch(attribute -> attribute instanceof ConstantValueAttribute));
    }

    private static Collection<String> named(ClassModel model) {
        Set<String> names = new HashSet<>();
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof ClassEntry type) {
                String name = elementOf(type.asInternalName());
                if (name.startsWith(OURS)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    private static String elementOf(String internalName) {
        String element = internalName.replaceFirst("^\\[+L?", "");
        return element.endsWith(";") ? element.substring(0, element.length() - 1) : element;
    }

    private static @Nullable ClassModel model(String name) {
        try (InputStream bytes = ClassReach.class.getClassLoader().getResourceAsStream(name + ".class")) {
            return bytes == null ? null : ClassFile.of().parse(bytes.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
