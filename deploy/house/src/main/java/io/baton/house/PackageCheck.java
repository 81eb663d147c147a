package io.baton.house;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Packages are null-marked. */
final class PackageCheck {
    private static final Pattern NULL_MARKED = Pattern.compile("(?m)^@NullMarked\\b");
    private static final Pattern SOURCE_FOLDER = Pattern.compile("src/(?:main|test)/java/");

    private PackageCheck() {
    }

    static List<Violation> check(List<SourceText> javaFiles) {
        Set<String> folders = new TreeSet<>();
        Set<String> nullMarked = new HashSet<>();
        for (SourceText file : javaFiles) {
            folders.add(file.folder());
            if (file.isPackageInfo() && NULL_MARKED.matcher(file.text()).find()) {
                nullMarked.add(ofModule(file.folder()));
            }
        }
        List<Violation> violations = new ArrayList<>();
        folders.forEach(folder -> {
            if (!nullMarked.contains(ofModule(folder))) {
                violations.add(new Violation(folder + "package-info.java", 0, "the package is not null-marked",
                    "give it a package-info.java with @NullMarked"));
            }
        });
        return violations;
    }

    /** A package of tests is marked by the package-info of the main code that it tests. */
    private static String ofModule(String folder) {
        return SOURCE_FOLDER.matcher(folder).replaceFirst("");
    }
}
