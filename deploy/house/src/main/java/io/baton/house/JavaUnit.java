package io.baton.house;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A Java file as the compiler's syntax tree, parsed without looking at any other file.
 *
 * @param source the file
 * @param tree its tree
 * @param trees positions and Javadoc of the tree's parts
 */
record JavaUnit(SourceText source, CompilationUnitTree tree, DocTrees trees) {
    /** Parses all files in one go, in any order; a file that is not Java is a mistake of the caller. */
    static List<JavaUnit> parse(List<SourceText> files) throws IOException {
        DiagnosticCollector<JavaFileObject> mistakes = new DiagnosticCollector<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<JavaFileObject> inputs = new ArrayList<>();
        Map<URI, SourceText> sources = new HashMap<>();
        for (SourceText file : files) {
            Input input = new Input(file);
            inputs.add(input);
            sources.put(input.toUri(), file);
        }
        JavacTask task = (JavacTask) compiler.getTask(null, null, mistakes, List.of("-proc:none"), null, inputs);
        List<JavaUnit> units = new ArrayList<>();
        for (CompilationUnitTree tree : task.parse()) {
            SourceText source = Objects.requireNonNull(sources.get(tree.getSourceFile().toUri()));
            units.add(new JavaUnit(source, tree, DocTrees.instance(task)));
        }
        for (Diagnostic<? extends JavaFileObject> mistake : mistakes.getDiagnostics()) {
            if (mistake.getKind() == Diagnostic.Kind.ERROR) {
                throw new IllegalArgumentException("not Java, correct it first: " + mistake);
            }
        }
        return units;
    }

    int firstLine(Tree part) {
        return line(trees.getSourcePositions().getStartPosition(tree, part));
    }

    int lastLine(Tree part) {
        return line(trees.getSourcePositions().getEndPosition(tree, part));
    }

    private int line(long position) {
        return Math.toIntExact(tree.getLineMap().getLineNumber(position));
    }

    /** The text of the Javadoc of a part directly below the file itself, or nothing if it has none. */
    String javadoc(Tree topLevel) {
        String text = trees.getDocComment(new TreePath(new TreePath(tree), topLevel));
        return text == null ? "" : text;
    }

    private static final class Input extends SimpleJavaFileObject {
        private final SourceText file;

        Input(SourceText file) {
            super(URI.create("text:///" + file.path().replace(" ", "%20")), Kind.SOURCE);
            this.file = file;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return file.text();
        }
    }
}
