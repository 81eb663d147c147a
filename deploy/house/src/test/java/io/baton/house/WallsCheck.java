package io.baton.house;

import static java.util.Map.entry;

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
    /** What an embedding user gets; the laboratory sees it, and it never sees the laboratory. */
    static final Set<String> PRODUCT =
        Set.of("park", "fabric", "tls", "wire", "lock", "storage", "engine", "bundle", "workload", "history", "csv",
            "protocol", "client", "server", "metrics", "tracing", "jdbc", "console");
    /** What measures, explores or breaks the product. */
    static final Set<String> LABORATORY = Set.of("rival", "sim", "explore", "trial", "lab", "testing");
    /** Looks at the calling thread's stack and at nothing else of the fabric. */
    static final String STACK = "io.baton.fabric.StackHeadroom";
    static final Set<String> WORKLOADS = Set.of("tpcc", "tatp", "smallbank");

    /** For each top-level package, those below it. A new module gets its line here. */
    static final Map<String, Set<String>> BELOW = Map.ofEntries(
        entry("park", Set.of()),
        entry("fabric", Set.of("park")),
        entry("tls", Set.of()),
        entry("wire", Set.of("fabric", "tls")),
        entry("lock", Set.of("fabric")),
        entry("rival", Set.of("fabric", "lock")),
        entry("sim", Set.of("park", "fabric")),
        entry("explore", Set.of("fabric", "lock", "sim")),
        entry("trial", Set.of("fabric", "lock", "rival", "sim", "explore")),
        entry("storage", Set.of("park")),
        entry("engine", Set.of("park", "fabric", "lock", "storage")),
        entry("bundle", Set.of("engine", "storage")),
        entry("workload", Set.of("engine", "bundle", "storage")),
        entry("history", Set.of("park", "engine", "storage")),
        entry("csv", Set.of("engine", "storage")),
        entry("protocol", Set.of()),
        entry("client", Set.of("protocol", "tls")),
        entry("jdbc", Set.of("protocol", "client")),
        entry("server", Set.of("protocol", "engine", "bundle", "lock", "storage", "tls")),
        entry("metrics", Set.of("engine", "server", "lock", "storage")),
        entry("tracing", Set.of("engine")),
        entry("console", Set.of("engine", "server", "protocol", "lock", "storage")),
        entry("tpcc", Set.of("engine", "bundle", "workload", "storage")),
        entry("tatp", Set.of("engine", "bundle", "workload", "storage")),
        entry("smallbank", Set.of("engine", "workload", "storage")),
        entry("testing", Set.of("fabric", "lock", "sim", "storage", "engine", "workload")),
        entry("deploy",
            Set.of("park", "fabric", "wire", "lock", "storage", "engine", "bundle", "workload", "history", "csv",
                "protocol", "client", "server", "metrics", "tracing", "console")),
        entry("lab",
            Set.of("fabric", "wire", "lock", "rival", "sim", "explore", "trial", "storage", "engine", "workload",
                "tpcc", "smallbank", "protocol", "client", "jdbc", "server", "deploy")),
        entry("house", Set.of()));

    private static final String BATON = "io.baton.";
    private static final String LOCK_API = BATON + "lock";

    /** Where the engine gets its lock table; the package of the factory is named here only. */
    private static final String LOCK_FACTORY = BATON + "lock.shiftlock";
    private static final Set<String> LOCK_FACTORIES =
        Set.of(LOCK_FACTORY + ".ShiftLockTable", LOCK_FACTORY + ".ShiftLockOptions");

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
        String name = ExposedTypes.topLevel(target.getName());
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
        } else if (from.equals("engine")) {
            checkEngine(dependency, target, violations);
        } else if (WORKLOADS.contains(from) && to.equals("storage") && !exposedStorage.contains(name)) {
            add(dependency, "a workload uses only the storage types that the engine's public API mentions",
                "go through io.baton.engine", violations);
        }
    }

    private void checkEngine(Dependency dependency, JavaClass target, List<Violation> violations) {
        String to = module(target);
        String name = ExposedTypes.topLevel(target.getName());
        String user = ExposedTypes.topLevel(dependency.getOriginClass().getName());
        if (to.equals("fabric") && !fabricOpeners.contains(user) && !name.equals(STACK)) {
            add(dependency, "the engine uses the fabric only to open it",
                "go through io.baton.lock, or name the class and its reason in WallsTest", violations);
        } else if (to.equals("lock") && !target.getPackageName().equals(LOCK_API) && !LOCK_FACTORIES.contains(name)) {
            add(dependency, "the engine sees the locks' API and the table's factory only",
                "go through " + LOCK_API + " and " + LOCK_FACTORIES, violations);
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
    static String module(JavaClass type) {
        String name = type.getPackageName() + ".";
        return name.startsWith(BATON) ? name.substring(BATON.length()).split("\\.", -1)[0] : "";
    }

    private static void add(Dependency dependency, String problem, String remedy, List<Violation> violations) {
        String origin = dependency.getOriginClass().getName();
        int line = dependency.getSourceCodeLocation().getLineNumber();
        violations.add(new Violation(origin, line, problem + ": " + dependency.getDescription(), remedy));
    }
}
