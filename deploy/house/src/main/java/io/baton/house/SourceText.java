package io.baton.house;

import java.util.List;

/**
 * A text file of the repository.
 *
 * @param path from the repository's root, with slashes
 * @param text the whole content
 */
record SourceText(String path, String text) {
    boolean isJava() {
        return path.endsWith(".java");
    }

    boolean isMainJava() {
        return isJava() && path.contains("src/main/java/");
    }

    boolean isPackageInfo() {
        return name().equals("package-info.java");
    }

    String folder() {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The lines without their line feeds; a carriage return stays and counts as a trailing blank. */
    List<String> lines() {
        String body = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        return List.of(body.split("\n", -1));
    }

    Violation violation(int line, String problem, String remedy) {
        return new Violation(path, line, problem, remedy);
    }
}
