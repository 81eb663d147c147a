package io.baton.house;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Each package lies in one jar, and its inside is not public. */
final class PackagesCheck {
    private PackagesCheck() {
    }

    /** Packages that two jars, or folders of classes, share. */
    static List<Violation> checkSplit(JavaClasses mainClasses) {
        Map<String, Set<String>> jars = new TreeMap<>();
        for (JavaClass type : mainClasses) {
            String path = type.getSource().orElseThrow().getUri().toString();
            String inJar = type.getName().replace('.', '/') + ".class";
            jars.computeIfAbsent(type.getPackageName(), name -> new TreeSet<>()).add(path.replace(inJar, ""));
        }
        List<Violation> violations = new ArrayList<>();
        jars.forEach((name, places) -> {
            if (places.size() > 1) {
                violations
                    .add(new Violation(name, 0, "a package in two jars: " + places, "give one of them a name below "
                        + "the root package of its jar"));
            }
        });
        return violations;
    }

    /**
     * Public top-level types of the product that no other package uses, outside the packages that are its API.
     *
     * @param usedByTests full names of the types that tests of other packages import
     */
    static List<Violation> checkPublic(JavaClasses mainClasses, Set<String> usedByTests) {
        Set<String> used = new HashSet<>(usedByTests);
        for (JavaClass user : mainClasses) {
            for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (!target.getPackageName().equals(user.getPackageName())) {
                    used.add(ExposedTypes.topLevel(target.getName()));
                }
            }
        }
        List<Violation> violations = new ArrayList<>();
        for (JavaClass type : mainClasses) {
            boolean inside = WallsCheck.PRODUCT.contains(WallsCheck.module(type)) && !isApi(type.getPackageName());
            boolean open = type.getModifiers().contains(JavaModifier.PUBLIC) && type.isTopLevelClass();
            if (inside && open && !used.contains(type.getName())) {
                violations.add(new Violation(type.getName(), 0, "public, and no other package uses it",
                    "make it package-private"));
            }
        }
        return violations;
    }

    /** The root package of a product's jar. */
    private static boolean isApi(String packageName) {
        return packageName.chars().filter(character -> character == '.').count() == 2;
    }
}
