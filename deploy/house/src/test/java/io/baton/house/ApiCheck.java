package io.baton.house;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which packages are an API, and for whom. A module that stands here keeps its other packages to itself; only the
 * laboratory looks into them. The text of an API's package begins with {@code API:}.
 */
final class ApiCheck {
    /** Packages that everybody may import: programs outside, examples, workloads, and all modules above. */
    static final Map<String, Set<String>> API = Map.of(
        "engine", Set.of("io.baton.engine", "io.baton.engine.procedure", "io.baton.engine.observe",
            "io.baton.engine.history"),
        "storage", Set.of("io.baton.storage", "io.baton.storage.column"),
        "lock", Set.of("io.baton.lock"),
        "bundle", Set.of("io.baton.bundle"),
        "workload", Set.of("io.baton.workload"),
        "history", Set.of("io.baton.history", "io.baton.history.check"),
        "csv", Set.of("io.baton.csv"));

    /** Packages that other modules of Baton may import besides. */
    static final Map<String, Set<String>> WITHIN_BATON = Map.of(
        "storage", Set.of("io.baton.storage.log", "io.baton.storage.log.file", "io.baton.storage.checkpoint",
            "io.baton.storage.recovery", "io.baton.storage.codec", "io.baton.storage.steady"),
        "lock", Set.of("io.baton.lock.shiftlock", "io.baton.lock.server", "io.baton.lock.process",
            "io.baton.lock.entry"));

    private static final String MARK = " * API: ";
    private static final String BATON = "io.baton.";
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?(io\\.baton(?:\\.[a-z]\\w*)*)\\.");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

    private ApiCheck() {
    }

    /** Uses of internal packages by classes of other modules. */
    static List<Violation> checkUses(JavaClasses mainClasses) {
        List<Violation> violations = new ArrayList<>();
        for (JavaClass origin : mainClasses) {
            String from = WallsCheck.module(origin);
            if (WallsCheck.LABORATORY.contains(from)) {
                continue;
            }
            for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                String to = WallsCheck.module(target);
                if (!to.equals(from) && !mayUse(from, to, target.getPackageName())) {
                    violations.add(new Violation(origin.getName(),
                        dependency.getSourceCodeLocation().getLineNumber(),
                        "an internal package: " + dependency.getDescription(),
                        "use the API of " + to + ", which ApiCheck names"));
                }
            }
        }
        return violations;
    }

    private static boolean mayUse(String from, String to, String packageName) {
        Set<String> api = API.get(to);
        return api == null || api.contains(packageName)
            || (!WallsCheck.WORKLOADS.contains(from) && WITHIN_BATON.getOrDefault(to, Set.of()).contains(packageName));
    }

    /** Imports of internal packages by the programs of the pages and the examples. */
    static List<Violation> checkPrograms(List<SourceText> files) {
        List<Violation> violations = new ArrayList<>();
        for (SourceText file : files) {
            if (file.path().startsWith("docs/")) {
                Matcher imported = IMPORT.matcher(file.text());
                while (imported.find()) {
                    String name = imported.group(1);
                    Set<String> api = API.get((name + ".").substring(BATON.length()).split("\\.", -1)[0]);
                    if (api != null && !api.contains(name)) {
                        violations.add(file.violation(0, "a program for users imports " + name,
                            "show what the API has, which ApiCheck names"));
                    }
                }
            }
        }
        return violations;
    }

    /** Packages that are an API and do not say so, or say so and are none. */
    static List<Violation> checkTexts(List<SourceText> files) {
        List<Violation> violations = new ArrayList<>();
        Set<String> missing = new HashSet<>();
        API.values().forEach(missing::addAll);
        for (SourceText file : files) {
            Matcher declared = PACKAGE.matcher(file.text());
            if (file.isMainJava() && file.isPackageInfo() && declared.find()) {
                String name = declared.group(1);
                if (missing.remove(name) != file.text().contains(MARK)) {
                    violations.add(file.violation(0, "the text and ApiCheck disagree whether this package is an API",
                        "begin the text of an API with \"API: \", and no other"));
                }
            }
        }
        missing.forEach(name -> violations.add(new Violation(name, 0, "an API without a text", "write package-info")));
        return violations;
    }
}
