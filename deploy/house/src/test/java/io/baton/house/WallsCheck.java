package io.baton.house;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The walls: which package of Baton may use which. Dependencies only point down. */
final class WallsCheck {
    private static final String BATON = "io.baton.";

    /** For each top-level package, those below it. A new module gets its line here. */
    private static final Map<String, Set<String>> BELOW = Map.of(
            "fabric", Set.of(),
            "lock", Set.of("fabric"),
            "sim", Set.of("fabric"),
            "storage", Set.of(),
            "engine", Set.of("fabric", "lock", "storage"),
            "tpcc", Set.of("engine", "storage"),
            "tatp", Set.of("engine", "storage"),
            "smallbank", Set.of("engine", "storage"),
            "deploy", Set.of("fabric", "lock", "sim", "storage", "engine"));

    /** The only packages above the simulator that may touch it. */
    private static final List<String> SIMULATIONS = List.of(BATON + "deploy.paper", BATON + "deploy.simulate");

    private static final Pattern MOCKING =
            Pattern.compile("(?:org\\.mockito|org\\.easymock|org\\.powermock|org\\.jmock|mockit|io\\.mockk)\\..*");

    /** Classes of the engine that may touch the fabric (to open it), by top-level name. */
    private final Set<String> fabricOpeners;

    WallsCheck(Set<String> fabricOpeners) {
        this.fabricOpeners = fabricOpeners;
    }

    List<Violation> check(JavaClasses mainClasses) {
        Set<String> exposedStorage = ExposedTypes.of(mainClasses, BATON + "engine", BATON + "storage");
        List<Violation> violations = new ArrayList<>();
        for (JavaClass origin : mainClasses) {
            String from = module(origin);
            if (!BELOW.containsKey(from)) {
                violations.add(new Violation(origin.getName(), 0, "a package that no wall knows",
                        "move it into a known one, or add its module to WallsCheck.BELOW"));
                continue;
            }
            for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
                checkDependency(from, dependency, exposedStorage, violations);
            }
        }
        return violations;
    }

    private void checkDependency(
            String from, Dependency dependency, Set<String> exposedStorage, List<Violation> violations) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        String name = target.getName();
        if (MOCKING.matcher(name).matches()) {
            add(dependency, "a mocking library", "drive real parts", violations);
        }
        String to = module(target);
        if (to.isEmpty() || to.equals(from)) {
            return;
        }
        if (!BELOW.getOrDefault(from, Set.of()).contains(to)) {
            String remedy = "turn the dependency round, or let the module above join them";
            add(dependency, from + " must not use " + to, remedy, violations);
        } else if (from.equals("engine") && to.equals("fabric") && !fabricOpeners.contains(topLevel(dependency))) {
            add(dependency, "the engine uses the fabric only to open it",
                    "go through io.baton.lock, or name the class and its reason in WallsTest", violations);
        } else if (to.equals("sim") && !reproducesPapers(dependency)) {
            add(dependency, "production code must not know the simulator",
                    "work on a fabric that is handed in; only " + SIMULATIONS + " make simulated clusters",
                    violations);
        } else if (from.equals("tpcc")
                && to.equals("storage")
                && !exposedStorage.contains(ExposedTypes.topLevel(name))) {
            add(dependency, "a workload uses only the storage types that the engine's public API mentions",
                    "go through io.baton.engine", violations);
        }
    }

    /** Packages that need each other are one package, or badly cut. */
    static List<String> cycles(JavaClasses mainClasses) {
        return SlicesRuleDefinition.slices()
                .matching(BATON + "(**)")
                .should()
                .beFreeOfCycles()
                .evaluate(mainClasses)
                .getFailureReport()
                .getDetails();
    }

    /** The package right below io.baton, or nothing for a class from elsewhere. */
    private static String module(JavaClass type) {
        String name = type.getPackageName() + ".";
        return name.startsWith(BATON) ? name.substring(BATON.length()).split("\\.", -1)[0] : "";
    }

    private static boolean reproducesPapers(Dependency dependency) {
        return SIMULATIONS.stream().anyMatch(simulation -> from(dependency, simulation));
    }

    private static boolean from(Dependency dependency, String packageName) {
        return (dependency.getOriginClass().getPackageName() + ".").startsWith(packageName + ".");
    }

    private static String topLevel(Dependency dependency) {
        return ExposedTypes.topLevel(dependency.getOriginClass().getName());
    }

    private static void add(Dependency dependency, String problem, String remedy, List<Violation> violations) {
        String origin = dependency.getOriginClass().getName();
        int line = dependency.getSourceCodeLocation().getLineNumber();
        violations.add(new Violation(origin, line, problem + ": " + dependency.getDescription(), remedy));
    }
}
