package io.baton.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Small classes compiled for one test, in Baton's package names, to show the checks something to complain about. */
final class CompiledSamples {
    private static final Pattern PACKAGE = Pattern.compile("package ([\\w.]+);");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");

    private CompiledSamples() {
    }

    /** Compiles sources of one type each, which may use each other, and reads the classes back. */
    static JavaClasses compile(Path folder, List<String> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<JavaFileObject> inputs = new ArrayList<>();
        for (String source : sources) {
            inputs.add(new Input(source));
        }
        List<String> options = List.of("-proc:none", "-nowarn", "-XDignore.symbol.file", "-d", folder.toString());
        if (!compiler.getTask(null, null, null, options, null, inputs).call()) {
            throw new IllegalArgumentException("the samples do not compile, see the compiler's output above");
        }
        return new ClassFileImporter().importPath(folder);
    }

    private static String group(Pattern pattern, String source) {
        Matcher matcher = pattern.matcher(source);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no " + pattern + " in sample: " + source);
        }
        return matcher.group(1);
    }

    private static final class Input extends SimpleJavaFileObject {
        private final String source;

        Input(String source) {
            String folder = group(PACKAGE, source).replace('.', '/');
            super(URI.create("text:///" + folder + "/" + group(TYPE, source) + ".java"), Kind.SOURCE);
            this.source = source;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
        }
    }
}
