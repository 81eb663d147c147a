package io.baton.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** The types of one package that the public API of another mentions, and those that their own API mentions in turn. */
final class ExposedTypes {
    private final String below;
    private final Set<String> exposed = new HashSet<>();
    private final Deque<JavaClass> unread = new ArrayDeque<>();

    private ExposedTypes(String below) {
        this.below = below;
    }

    /** Top-level names of the types in and under package {@code below} that users of {@code above} must know. */
    static Set<String> of(JavaClasses classes, String above, String below) {
        ExposedTypes types = new ExposedTypes(below);
        for (JavaClass type : classes) {
            if (isIn(type, above) && isPublic(type)) {
                types.readApi(type);
            }
        }
        while (!types.unread.isEmpty()) {
            types.readApi(types.unread.remove());
        }
        return types.exposed;
    }

    static String topLevel(String className) {
        int nested = className.indexOf('$');
        return nested < 0 ? className : className.substring(0, nested);
    }

    private void readApi(JavaClass type) {
        type.getSuperclass().ifPresent(this::mention);
        type.getInterfaces().forEach(this::mention);
        for (JavaField field : type.getFields()) {
            if (isApi(field.getModifiers())) {
                mention(field.getType());
            }
        }
        for (JavaCodeUnit unit : type.getCodeUnits()) {
            if (isApi(unit.getModifiers())) {
                mention(unit.getReturnType());
                unit.getParameterTypes().forEach(this::mention);
                unit.getExceptionTypes().forEach(this::mention);
            }
        }
    }

    private void mention(JavaType mentioned) {
        for (JavaClass raw : mentioned.getAllInvolvedRawTypes()) {
            JavaClass type = raw.getBaseComponentType();
            if (isIn(type, below) && exposed.add(topLevel(type.getName()))) {
                unread.add(type);
            }
        }
    }

    private static boolean isApi(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    private static boolean isIn(JavaClass type, String packageName) {
        return (type.getPackageName() + ".").startsWith(packageName + ".");
    }

    /** Public all the way out. */
    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
            && type.getEnclosingClass().map(ExposedTypes::isPublic).orElse(true);
    }
}
