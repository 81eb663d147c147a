package io.baton.house;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Looks whether the repository's files are tidy: prints each broken rule with its place and what to do, and nothing if
 * there is none. Starts from its source, so that it runs before anything is compiled:
 * {@code java deploy/house/src/main/java/io/baton/house/Tidy.java}. With {@code --mend-imports} it puts imports in
 * order instead.
 */
public final class Tidy {
    private static final int FILES_LEAST = 10;
    private static final String FLAGS = "engine/src/main/resources/META-INF/baton.flags";
    /** Projects as users would write them. */
    private static final String EXAMPLES = "docs/examples/";

    private final Repository repository;
    private final List<SourceText> javaFiles;

    private Tidy(Repository repository) {
        this.repository = repository;
        this.javaFiles = repository.texts().stream().filter(SourceText::isJava)
            .filter(file -> !file.path().startsWith(EXAMPLES)).toList();
    }

    /** Ends the JVM with status 1 if a rule is broken. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path root = Repository.root();
        Repository repository = Repository.read(root);
        if (Arrays.asList(arguments).contains("--mend-imports")) {
            mendImports(root, repository);
            return;
        }
        List<Violation> violations = violations(repository);
        if (!violations.isEmpty()) {
            report(violations, System.err);
            System.exit(1);
        }
    }

    static List<Violation> violations(Repository repository) throws IOException {
        Tidy tidy = new Tidy(repository);
        List<Violation> violations = new ArrayList<>(repository.unreadable());
        tidy.checkTexts(violations);
        tidy.checkJava(violations);
        tidy.checkFlags(violations);
        return violations;
    }

    private static void report(List<Violation> violations, PrintStream out) {
        violations.forEach(out::println);
        out.println(violations.size() + " broken rules of the house; -Dhouse.skip builds without looking");
    }

    private static void mendImports(Path root, Repository repository) throws IOException {
        for (SourceText file : new Tidy(repository).javaFiles) {
            String mended = ImportCheck.mended(file);
            if (!mended.equals(file.text())) {
                Files.writeString(root.resolve(file.path()), mended);
            }
        }
    }

    private void checkTexts(List<Violation> violations) {
        List<SourceText> texts = repository.texts();
        List<SourceText> pages = texts.stream().filter(file -> file.path().endsWith(".md")).toList();
        List<SourceText> poms = texts.stream()
            .filter(file -> file.name().equals("pom.xml") && !file.path().startsWith(EXAMPLES)).toList();
        inEvery(texts, LineCheck::check, violations);
        inEvery(texts, PortabilityCheck::check, violations);
        inEvery(texts, ProseCheck::check, violations);
        inEvery(pages, new LinkCheck(repository.paths())::check, violations);
        inEvery(poms, PomCheck::check, violations);
    }

    private void checkJava(List<Violation> violations) throws IOException {
        if (javaFiles.size() < FILES_LEAST) {
            violations.add(new Violation("*.java", 0, javaFiles.size() + " files found", "look where they have gone"));
        }
        List<JavaUnit> units = JavaUnit.parse(javaFiles);
        inEvery(units, LengthCheck::check, violations);
        inEvery(units, CallCheck::check, violations);
        inEvery(units, JavadocCheck::check, violations);
        inEvery(javaFiles, ImportCheck::check, violations);
        violations.addAll(JavadocCheck.checkPackagesDescribed(javaFiles));
        violations.addAll(PackageCheck.check(javaFiles));
    }

    /** The launcher passes the flags of the engine's jar, and the page for embedding users shows each. */
    private void checkFlags(List<Violation> violations) {
        List<String> flags = flags(text(FLAGS));
        if (flags.isEmpty()) {
            violations.add(new Violation(FLAGS, 0, "it has no flags for the JVM", "look where they have gone"));
        }
        for (String path : List.of("deploy/bin/baton", "docs/embedding.md", "docs/start.md")) {
            List<String> words = Arrays.asList(text(path).split("[\\s`]+", -1));
            for (String flag : flags) {
                if (!words.contains(flag)) {
                    violations.add(new Violation(path, 0, "the flag " + flag + " is missing",
                        "have there what " + FLAGS + " says"));
                }
            }
        }
        for (SourceText file : repository.texts()) {
            if (file.name().equals("baton.flags") && !flags(file.text()).equals(flags)) {
                violations.add(new Violation(file.path(), 0, "its flags are not those of " + FLAGS,
                    "copy that file, or refer to it"));
            }
        }
    }

    private static List<String> flags(String text) {
        return text.lines().filter(line -> line.startsWith("--")).toList();
    }

    private String text(String path) {
        return repository.texts()
            .stream()
            .filter(file -> file.path().equals(path))
            .findFirst()
            .map(SourceText::text)
            .orElse("");
    }

    private static <T> void inEvery(List<T> files, Function<T, List<Violation>> check, List<Violation> violations) {
        for (T file : files) {
            violations.addAll(check.apply(file));
        }
    }
}
