package io.baton.house;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;

/** Java files and methods stay short. */
final class LengthCheck {
    static final int FILE_LINES_MAX = 400;
    static final int MEDIAN_FILE_LINES_MAX = 200;
    static final int METHOD_LINES_MAX = 59;

    private LengthCheck() {
    }

    static List<Violation> check(JavaUnit unit) {
        List<Violation> violations = new ArrayList<>();
        int lines = unit.source().lines().size();
        if (lines > FILE_LINES_MAX) {
            violations.add(unit.source().violation(FILE_LINES_MAX + 1,
                lines + " lines, the limit is " + FILE_LINES_MAX, "split the file where it has two ideas"));
        }
        new Methods(unit).scan(unit.tree(), violations);
        return violations;
    }

    /** The median of the given files, which should be all main Java files. */
    static List<Violation> checkMedian(List<SourceText> files) {
        List<Integer> lines = files.stream().map(file -> file.lines().size()).sorted().toList();
        int median = lines.isEmpty() ? 0 : lines.get(lines.size() / 2);
        if (median <= MEDIAN_FILE_LINES_MAX) {
            return List.of();
        }
        return List.of(new Violation("main Java files", 0,
            "the median of their lengths is " + median + " lines, the limit is " + MEDIAN_FILE_LINES_MAX,
            "split the long ones where they have two ideas"));
    }

    private static final class Methods extends TreeScanner<Boolean, List<Violation>> {
        private final JavaUnit unit;

        Methods(JavaUnit unit) {
            this.unit = unit;
        }

        @Override
        public Boolean visitMethod(MethodTree method, List<Violation> violations) {
            checkLength(method, "method " + method.getName(), violations);
            return super.visitMethod(method, violations);
        }

        @Override
        public Boolean visitClass(ClassTree type, List<Violation> violations) {
            for (Tree member : type.getMembers()) {
                if (member instanceof BlockTree) {
                    checkLength(member, "initializer of " + type.getSimpleName(), violations);
                }
            }
            return super.visitClass(type, violations);
        }

        private void checkLength(Tree part, String name, List<Violation> violations) {
            int first = unit.firstLine(part);
            int lines = unit.lastLine(part) - first + 1;
            if (lines > METHOD_LINES_MAX) {
                violations.add(unit.source().violation(first,
                    name + " has " + lines + " lines, the limit is " + METHOD_LINES_MAX,
                    "give its steps names and make them methods"));
            }
        }
    }
}
