package io.baton.house;

import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Calls that Baton does without, in main code and in tests, and what to call instead. */
final class CallCheck {
    private static final Pattern STANDARD_STREAM = Pattern.compile("(?:java\\.lang\\.)?System\\.(?:out|err)");
    private static final Pattern MOCKING =
        Pattern.compile("(?:org\\.mockito|org\\.easymock|org\\.powermock|org\\.jmock|mockit|io\\.mockk)\\..*");

    private CallCheck() {
    }

    static List<Violation> check(JavaUnit unit) {
        List<Violation> violations = new ArrayList<>();
        new Calls(unit).scan(unit.tree(), violations);
        return violations;
    }

    private static final class Calls extends TreeScanner<Boolean, List<Violation>> {
        private final JavaUnit unit;

        Calls(JavaUnit unit) {
            this.unit = unit;
        }

        @Override
        public Boolean visitMemberSelect(MemberSelectTree select, List<Violation> violations) {
            String name = select.toString();
            if (STANDARD_STREAM.matcher(name).matches() && !mayPrint(unit.source())) {
                add(select, name, "return the value; only the command line in deploy and tests (their seeds) print",
                    violations);
            }
            if (select.getIdentifier().contentEquals("printStackTrace")) {
                add(select, "printStackTrace", "let the exception go up, or hand it to the caller as the cause",
                    violations);
            }
            return super.visitMemberSelect(select, violations);
        }

        @Override
        public Boolean visitImport(ImportTree imported, List<Violation> violations) {
            String name = imported.getQualifiedIdentifier().toString();
            if (MOCKING.matcher(name).matches()) {
                add(imported, name, "drive real parts: the in-process or a scripted fabric, an in-memory file system",
                    violations);
            }
            return super.visitImport(imported, violations);
        }

        /** The command line prints its report, and a test the seed that it can be run again with. */
        private static boolean mayPrint(SourceText file) {
            return file.path().startsWith("deploy/") || file.path().contains("src/test/java/");
        }

        private void add(Tree where, String banned, String remedy, List<Violation> violations) {
            violations.add(unit.source().violation(unit.firstLine(where), "banned: " + banned, remedy));
        }
    }
}
