package io.baton.house;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;

/** Methods stay short; a switch is a table and does not count. */
final class LengthCheck {
    static final int METHOD_LINES_MAX = 70;

    private LengthCheck() {
    }

    static List<Violation> check(JavaUnit unit) {
        List<Violation> violations = new ArrayList<>();
        new Methods(unit).scan(unit.tree(), violations);
        return violations;
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
            int lines = unit.lastLine(part) - first + 1 - switchLines(part);
            if (lines > METHOD_LINES_MAX) {
                violations.add(unit.source().violation(first,
                    name + " has " + lines + " lines, the limit is " + METHOD_LINES_MAX,
                    "give its steps names and make them methods"));
            }
        }

        /** The lines of the outermost switches of a method. */
        private int switchLines(Tree part) {
            int[] lines = new int[1];
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitSwitch(SwitchTree table, Void nothing) {
                    return count(table);
                }

                @Override
                public Void visitSwitchExpression(SwitchExpressionTree table, Void nothing) {
                    return count(table);
                }

                private Void count(Tree table) {
                    lines[0] += unit.lastLine(table) - unit.firstLine(table);
                    return null;
                }
            }.scan(part, null);
            return lines[0];
        }
    }
}
