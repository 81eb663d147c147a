package io.baton.house;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Build files: the version stands in one place, each jar has a module name of its own, nothing is mocked. */
final class PomCheck {
    private static final Pattern MOCKING = Pattern.compile("<artifactId>[^<]*(?:mock|jmockit)[^<]*</artifactId>");
    private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");
    private static final Pattern VERSION = Pattern.compile("<version>([^<]*)</version>");
    private static final Pattern MODULE_NAME =
        Pattern.compile("<module\\.name>(io\\.baton(?:\\.[a-z]+)+)</module\\.name>");

    private PomCheck() {
    }

    static List<Violation> check(SourceText pom) {
        List<Violation> violations = new ArrayList<>();
        int number = 0;
        for (String line : pom.lines()) {
            number++;
            if (MOCKING.matcher(line).find()) {
                violations.add(pom.violation(number, "a mocking library: " + line.strip(),
                    "drive real parts: the in-process or a scripted fabric, an in-memory file system"));
            }
        }
        Matcher parent = PARENT.matcher(pom.text());
        if (parent.find()) {
            Matcher version = VERSION.matcher(parent.group());
            if (version.find() && !version.group(1).equals("${revision}")) {
                violations.add(pom.violation(0, "its parent's version is " + version.group(1),
                    "write ${revision}; the version stands in the root's pom.xml"));
            }
            if (!pom.text().contains("<packaging>pom</packaging>") && !MODULE_NAME.matcher(pom.text()).find()) {
                violations.add(pom.violation(0, "a jar without a module name",
                    "add the property module.name with the jar's root package"));
            }
        }
        return violations;
    }
}
