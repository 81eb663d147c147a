package io.baton.house;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Packages stay small and are null-marked. */
final class PackageCheck {
    static final int TYPES_MAX = 40;
    /** Of the lock manager, whose packages are read one by one. */
    static final int LOCK_MANAGER_TYPES_MAX = 30;

    private static final Pattern NULL_MARKED = Pattern.compile("(?m)^@NullMarked\\b");
    private static final Pattern SOURCE_FOLDER = Pattern.compile("src/(?:main|test)/java/");

    private PackageCheck() {
    }

    static List<Violation> check(List<SourceText> javaFiles) {
        Map<String, Integer> types = new TreeMap<>();
        Set<String> nullMarked = new HashSet<>();
        for (SourceText file : javaFiles) {
            types.merge(file.folder(), file.isPackageInfo() ? 0 : 1, Integer::sum);
            if (file.isPackageInfo() && NULL_MARKED.matcher(file.text()).find()) {
                nullMarked.add(ofModule(file.folder()));
            }
        }
        List<Violation> violations = new ArrayList<>();
        types.forEach((folder, count) -> {
            int most = folder.startsWith("lockmgr-shiftlock/") ? LOCK_MANAGER_TYPES_MAX : TYPES_MAX;
            if (count > most) {
                violations.add(new Violation(folder, 0, count + " types in a package, the limit is " + most,
                    "split it where it has two ideas"));
            }
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
