package io.baton.explore.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.util.Map;

/**
 * The classes that may be mutated.
 *
 * @param classes simple name to full name; a nested class follows its outer class: {@code Outer$Nested}
 * @param views by simple name: an interface that the class shall have, through which hooks see it ({@link Views})
 * @param loader where the sound classes come from
 */
public record MutationSubject(Map<String, String> classes, Map<String, Class<?>> views, ClassLoader loader) {

    /**
     * A member of a class, as in {@code Hold.epoch}.
     *
     * @param owner the simple name of its class
     * @param name its own name
     */
    record Member(String owner, String name) {

        static Member of(String text) {
            final int dot = text.lastIndexOf('.');
            if (dot <= 0) {
                throw new IllegalArgumentException("'" + text + "' names no member; give Class.member");
            }
            return new Member(text.substring(0, dot), text.substring(dot + 1));
        }
    }

    String className(String simpleName) {
        final int nested = simpleName.indexOf('$');
        final String outer = nested < 0 ? simpleName : simpleName.substring(0, nested);
        final String name = classes.get(outer);
        if (name == null) {
            throw new IllegalArgumentException("no class " + simpleName + " can be mutated; add it to the subject");
        }
        return name + simpleName.substring(outer.length());
    }

    ClassDesc desc(String simpleName) {
        return ClassDesc.of(className(simpleName));
    }

    static String file(String className) {
        return className.replace('.', '/') + ".class";
    }

    /** The class as it was compiled; there must be one. */
    byte[] bytes(String className) {
        try (InputStream in = loader.getResourceAsStream(file(className))) {
            if (in == null) {
                throw new IllegalArgumentException("there is no class file of " + className);
            }
            return in.readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    ClassModel model(String className) {
        return classFile().parse(bytes(className));
    }

    ClassFile classFile() {
        return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofResourceParsing(loader)));
    }
}
