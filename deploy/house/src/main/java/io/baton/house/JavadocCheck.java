package io.baton.house;

import com.sun.source.tree.PackageTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Packages of main code say what they are for. */
final class JavadocCheck {
    /** One real sentence at the least; a mere name is no description. */
    static final int PACKAGE_JAVADOC_CHARACTERS_MIN = 80;

    private JavadocCheck() {
    }

    static List<Violation> check(JavaUnit unit) {
        return unit.source().isMainJava() && unit.source().isPackageInfo() ? checkPackage(unit) : List.of();
    }

    /** Every folder with main code has a package-info.java. */
    static List<Violation> checkPackagesDescribed(List<SourceText> files) {
        Set<String> described = new HashSet<>();
        for (SourceText file : files) {
            if (file.isPackageInfo()) {
                described.add(file.folder());
            }
        }
        List<Violation> violations = new ArrayList<>();
        for (SourceText file : files) {
            if (file.isMainJava() && described.add(file.folder())) {
                violations.add(new Violation(file.folder() + "package-info.java", 0, "missing",
                    "write one that says what the package is for and how its parts fit"));
            }
        }
        return violations;
    }

    private static List<Violation> checkPackage(JavaUnit unit) {
        PackageTree declaration = unit.tree().getPackage();
        int characters = declaration == null ? 0 : unit.javadoc(declaration).strip().length();
        if (characters >= PACKAGE_JAVADOC_CHARACTERS_MIN) {
            return List.of();
        }
        return List.of(unit.source().violation(1,
            "the package's Javadoc has " + characters + " characters, the least is "
                + PACKAGE_JAVADOC_CHARACTERS_MIN,
            "say what the package is for, how its parts fit and where its specification is"));
    }
}
