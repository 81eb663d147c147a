package io.baton.house;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The door to a transaction is its participant: outside its package the engine knows neither what is behind the door
 * nor where rows lie in storage.
 */
final class ParticipantCheck {
    private static final String ENGINE = "io.baton.engine";
    private static final String INSIDE = ENGINE + ".transaction";

    /** What is behind the door. Public types are so for tests that break them on purpose. */
    private static final Set<String> BEHIND = Set.of("Audit", "AuditedLockClient", "Commit", "ExplainedLocks",
        "LockSet", "OwnRows", "PlannedRows", "Redo", "RowBatch", "RowViews", "Scans", "TableContext", "Tables",
        "TimedLocks", "UniqueCheck", "WideRows", "Workspace", "Write", "WriteSet");

    /** Classes of storage that hand out addresses of rows, or look for them. */
    private static final Set<String> WITH_ADDRESSES =
        Set.of("io.baton.storage.IndexCursor", "io.baton.storage.TableCopy");

    private static final String TABLE = "io.baton.storage.Table";
    /** What the engine asks of a table elsewhere. */
    private static final Set<String> OF_WHOLE_TABLES = Set.of("schema", "rows", "index");

    private static final Set<String> ADDRESSES_OF_ROWS =
        Set.of("io.baton.storage.Row.address", "io.baton.storage.Row.writableAddress");

    private ParticipantCheck() {
    }

    static List<Violation> check(JavaClasses mainClasses) {
        List<Violation> violations = new ArrayList<>();
        for (JavaClass type : mainClasses) {
            if (isOutside(type)) {
                checkTypes(type, violations);
                checkAddresses(type, violations);
            }
        }
        return violations;
    }

    private static boolean isOutside(JavaClass type) {
        String name = type.getPackageName();
        return (name.equals(ENGINE) || name.startsWith(ENGINE + ".")) && !name.equals(INSIDE);
    }

    private static void checkTypes(JavaClass type, List<Violation> violations) {
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            JavaClass target = dependency.getTargetClass().getBaseComponentType();
            String topLevel = ExposedTypes.topLevel(target.getName());
            if (target.getPackageName().equals(INSIDE) && BEHIND.contains(topLevel.substring(INSIDE.length() + 1))) {
                violations.add(new Violation(type.getName(), dependency.getSourceCodeLocation().getLineNumber(),
                    "behind the participant: " + dependency.getDescription(), "ask the Participant"));
            }
        }
    }

    private static void checkAddresses(JavaClass type, List<Violation> violations) {
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
            String owner = access.getTargetOwner().getName();
            String member = access.getTarget().getName();
            boolean address = WITH_ADDRESSES.contains(owner) || ADDRESSES_OF_ROWS.contains(owner + "." + member)
                || (owner.equals(TABLE) && !OF_WHOLE_TABLES.contains(member));
            if (address) {
                violations.add(new Violation(type.getName(), access.getLineNumber(),
                    "addresses of rows outside the participant: " + access.getTarget().getFullName(),
                    "let the Participant, or another class of " + INSIDE + ", hand out a Row"));
            }
        }
    }
}
