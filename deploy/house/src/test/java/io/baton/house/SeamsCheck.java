package io.baton.house;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The seams: only the listed classes ask the outside world, and no class keeps state for the whole JVM. */
final class SeamsCheck {
    private static final Pattern UNSAFE = Pattern.compile("(?:sun\\.misc|jdk\\.internal)\\..*");
    private static final Pattern SERIAL_STREAM = Pattern.compile("java\\.io\\.Object(?:Input|Output)Stream");

    /** Types whose objects change although the field that holds them does not. */
    private static final List<String> STATEFUL_TYPES = List.of("java.util.AbstractMap", "java.util.AbstractCollection",
        "java.lang.ThreadLocal", "java.util.concurrent.Executor", "java.util.concurrent.locks.Lock",
        "java.util.concurrent.atomic.Striped64", "java.util.Random", "java.lang.AbstractStringBuilder");

    private final List<Seam> seams;

    SeamsCheck(List<Seam> seams) {
        this.seams = seams;
    }

    /** Calls through a door by classes that are no seam, and seams that no longer need theirs. */
    List<Violation> checkDoors(JavaClasses mainClasses) {
        List<Violation> violations = new ArrayList<>();
        Map<String, Set<Door>> opened = new HashMap<>();
        for (JavaClass type : mainClasses) {
            String topLevel = ExposedTypes.topLevel(type.getName());
            for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                for (Door door : Door.values()) {
                    if (door.isIn(WallsCheck.module(type)) && names(access).stream().anyMatch(door::isOpenedBy)) {
                        opened.computeIfAbsent(topLevel, name -> EnumSet.noneOf(Door.class)).add(door);
                        checkAccess(type, topLevel, access, door, violations);
                    }
                }
            }
        }
        for (Seam seam : seams) {
            Set<Door> unused = EnumSet.copyOf(seam.doors());
            unused.removeAll(opened.getOrDefault(seam.className(), Set.of()));
            if (!unused.isEmpty()) {
                violations.add(new Violation(seam.className(), 0, "a seam that does not open " + unused,
                    "take that out of the list in SeamsTest"));
            }
        }
        return sorted(violations);
    }

    /** The names that a target goes by: a class of ours that extends one of the JDK's has its members. */
    private static List<String> names(JavaAccess<?> access) {
        String name = access.getTarget().getFullName();
        JavaClass owner = access.getTargetOwner();
        if (!owner.getName().startsWith("io.baton.") || access.getTarget().getName().equals("<init>")) {
            return List.of(name);
        }
        String member = name.substring(owner.getName().length());
        return Stream.concat(Stream.of(name),
            Stream.concat(owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
                .filter(type -> type.getName().startsWith("java.")).map(type -> type.getName() + member))
            .toList();
    }

    private void checkAccess(
            JavaClass type, String topLevel, JavaAccess<?> access, Door door, List<Violation> violations) {
        if (seams.stream().noneMatch(seam -> seam.opens(topLevel, door))) {
            violations.add(new Violation(type.getName(), access.getLineNumber(),
                door + " outside a seam: " + access.getTarget().getFullName(),
                door.remedy() + "; if the class is a seam, list it in SeamsTest with its reason"));
        }
    }

    /** What no class may use, seam or not. */
    static List<Violation> checkForbidden(JavaClasses mainClasses) {
        List<Violation> violations = new ArrayList<>();
        for (JavaClass type : mainClasses) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String target = dependency.getTargetClass().getBaseComponentType().getName();
                int line = dependency.getSourceCodeLocation().getLineNumber();
                if (UNSAFE.matcher(target).matches()) {
                    violations.add(new Violation(type.getName(), line, "use of the JDK's inside: " + target,
                        "use an Agrona buffer, a VarHandle or a MemorySegment"));
                }
                if (SERIAL_STREAM.matcher(target).matches()) {
                    violations.add(new Violation(type.getName(), line, "Java serialization: " + target,
                        "write a flyweight with a documented layout"));
                }
            }
        }
        return sorted(violations);
    }

    /** Static fields hold constants only, so that one JVM can run many engines. */
    static List<Violation> checkStaticState(JavaClasses mainClasses) {
        List<Violation> violations = new ArrayList<>();
        for (JavaClass type : mainClasses) {
            for (JavaField field : type.getFields()) {
                boolean constant = field.getModifiers().contains(JavaModifier.FINAL) && !isStateful(field.getRawType());
                if (field.getModifiers().contains(JavaModifier.STATIC) && !constant) {
                    violations.add(new Violation(type.getName(), 0,
                        "static state: " + field.getRawType().getSimpleName() + " " + field.getName(),
                        "make it a field of the object that owns it, handed in by its creator"));
                }
            }
        }
        return sorted(violations);
    }

    private static boolean isStateful(JavaClass type) {
        boolean atomic = type.getPackageName().equals("java.util.concurrent.atomic");
        return (atomic && !type.getName().endsWith("FieldUpdater"))
            || STATEFUL_TYPES.stream().anyMatch(type::isAssignableTo);
    }

    private static List<Violation> sorted(List<Violation> violations) {
        Comparator<Violation> byPlace = Comparator.comparing(Violation::file).thenComparingInt(Violation::line);
        return violations.stream().distinct().sorted(byPlace).toList();
    }
}
