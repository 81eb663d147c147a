package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The checks of Java files find what they are for, and nothing else. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class JavaCheckTest {
    private static final String MAIN = "engine/src/main/java/io/baton/engine/";

    @Test
    void longMethodIsFoundWhateverItsBraces() throws IOException {
        String method = "class A {\n    String f() {\n        String s = \"}\"; // }\n%s        return s;\n    }\n}\n";
        String longest = method.formatted("\n".repeat(LengthCheck.METHOD_LINES_MAX - 4));
        String tooLong = method.formatted("\n".repeat(LengthCheck.METHOD_LINES_MAX - 3));
        assertThat(LengthCheck.check(parse("a/A.java", longest))).isEmpty();
        assertThat(LengthCheck.check(parse("a/A.java", tooLong)))
            .singleElement()
            .hasToString("a/A.java:2: method f has 71 lines, the limit is 70; "
                + "give its steps names and make them methods");
    }

    @Test
    void switchesAreTables() throws IOException {
        String rows = "\n".repeat(LengthCheck.METHOD_LINES_MAX);
        String old = "class A {\n int f(int x) {\n switch (x) {" + rows + "default: return 1; }\n }\n}\n";
        assertThat(LengthCheck.check(parse("a/A.java", old))).isEmpty();
        String expression = "class A {\n int f(int x) {\n return switch (x) {" + rows + "default -> 1; };\n }\n}\n";
        assertThat(LengthCheck.check(parse("a/A.java", expression))).isEmpty();
    }

    @Test
    void longInitializersAndNestedMethodsAreFound() throws IOException {
        String filler = "\n".repeat(LengthCheck.METHOD_LINES_MAX);
        assertThat(LengthCheck.check(parse("a/A.java", "class A {\n static {" + filler + "}\n}\n"))).hasSize(1);
        assertThat(LengthCheck.check(parse("a/A.java", "record A(int x) {\n A {" + filler + "}\n}\n"))).hasSize(1);
        String anonymous = "class A {\n Runnable r = new Runnable() { public void run() {" + filler + "} };\n}\n";
        assertThat(LengthCheck.check(parse("a/A.java", anonymous))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "System.out.println(1);", "java.lang.System.err.flush();",
        "java.util.function.IntConsumer c = System.out::println;",
        "new Exception().printStackTrace();"
    })
    void bannedCallsAreFound(String statement) throws IOException {
        String source = """
                class A {
                  // System.out in a comment is fine
                  void f() {
                    %s
                  }
                }
                """.formatted(statement);
        assertThat(CallCheck.check(parse(MAIN + "A.java", source)))
            .singleElement()
            .satisfies(violation -> assertThat(violation.line()).isEqualTo(4));
    }

    @Test
    void commandLineAndTestsMayPrint() throws IOException {
        String source = "class A { void f() { System.out.println(1); } }\n";
        assertThat(CallCheck.check(parse("engine/src/test/java/io/baton/engine/ATest.java", source))).isEmpty();
        assertThat(CallCheck.check(parse(MAIN + "A.java", source))).hasSize(1);
        assertThat(CallCheck.check(parse("deploy/src/main/java/io/baton/deploy/A.java", source))).isEmpty();
    }

    @Test
    void mockingLibrariesAreFound() throws IOException {
        assertThat(CallCheck.check(parse("a/A.java", "import org.mockito.Mockito;\nclass A {}\n"))).hasSize(1);
    }

    @Test
    void packageWithoutDescriptionIsFound() throws IOException {
        SourceText type = new SourceText(MAIN + "A.java", "class A {}\n");
        SourceText info = new SourceText(MAIN + "package-info.java", "/** Short. */\npackage io.baton.engine;\n");
        SourceText test = new SourceText("engine/src/test/java/io/baton/engine/ATest.java", "class ATest {}\n");
        assertThat(JavadocCheck.checkPackagesDescribed(List.of(type, test)))
            .singleElement()
            .satisfies(violation -> assertThat(violation.file()).isEqualTo(MAIN + "package-info.java"));
        assertThat(JavadocCheck.checkPackagesDescribed(List.of(type, info))).isEmpty();
        assertThat(JavadocCheck.check(parse(info.path(), info.text()))).hasSize(1);
        String described = info.text().replace("Short.", "What the package is for. ".repeat(4));
        assertThat(JavadocCheck.check(parse(info.path(), described))).isEmpty();
    }

    @Test
    void importsAreInOrderAndUsed() {
        String ordered =
            "package a;\n\nimport static b.C.d;\n\nimport b.C;\nimport b.C.E;\n\nclass A { C c = d(E.F); }\n";
        assertThat(ImportCheck.check(new SourceText("a/A.java", ordered))).isEmpty();
        String turned = ordered.replace("import b.C;\nimport b.C.E;", "import b.C.E;\nimport b.C;");
        assertThat(ImportCheck.check(new SourceText("a/A.java", turned))).hasSize(1);
        assertThat(ImportCheck.mended(new SourceText("a/A.java", turned))).isEqualTo(ordered);
        SourceText unused = new SourceText("a/A.java", ordered.replace("import b.C;", "import b.B;\nimport b.C;"));
        assertThat(ImportCheck.check(unused)).extracting(Violation::line).containsExactly(5);
        assertThat(ImportCheck.mended(unused)).isEqualTo(ordered);
    }

    @Test
    void unusedImportsVanishAltogether() {
        SourceText unused = new SourceText("a/A.java", "package a;\n\nimport b.C;\n\nclass A {}\n");
        assertThat(ImportCheck.mended(unused)).isEqualTo("package a;\n\nclass A {}\n");
        SourceText info = new SourceText("a/package-info.java", "@C\npackage a;\n\nimport b.C;\n");
        assertThat(ImportCheck.check(info)).isEmpty();
        assertThat(ImportCheck.mended(info)).isEqualTo(info.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"import b.*;", "import static b.C.*;", "import module java.base;"})
    void wideImportsAreFound(String line) {
        SourceText wide = new SourceText("a/A.java", "package a;\n\n" + line + "\n\nclass A {}\n");
        assertThat(ImportCheck.check(wide)).extracting(Violation::line).containsExactly(3);
    }

    @Test
    void packageThatIsNotNullMarkedIsFound() {
        SourceText main = new SourceText(MAIN + "A.java", "class A {}\n");
        SourceText test = new SourceText(MAIN.replace("main", "test") + "ATest.java", "class ATest {}\n");
        SourceText bare = new SourceText(MAIN + "package-info.java", "package io.baton.engine;\n");
        SourceText marked = new SourceText(bare.path(), "@NullMarked\n" + bare.text());
        assertThat(PackageCheck.check(List.of(main, test, bare))).hasSize(2);
        assertThat(PackageCheck.check(List.of(main, test, marked))).isEmpty();
    }

    @Test
    void fileThatIsNotJavaIsAMistake() {
        assertThatThrownBy(() -> parse("a/A.java", "class {\n"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("a/A.java:1");
    }

    private static JavaUnit parse(String path, String text) throws IOException {
        return JavaUnit.parse(List.of(new SourceText(path, text))).getFirst();
    }
}
