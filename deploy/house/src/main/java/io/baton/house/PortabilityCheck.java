package io.baton.house;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** No file names a folder of somebody's machine or the host of a package registry. */
final class PortabilityCheck {
    private static final Pattern MACHINE_PATH = Pattern.compile("(?<![\\w.$})~-])/(?:(?:work|root)/|home/\\w+)");

    private static final Pattern REGISTRY_HOST = Pattern.compile("repo\\d?\\.maven|maven\\.apache\\.org/maven2"
        + "|deb\\.debian\\.org|registry\\.npmjs|central\\.sonatype|oss\\.sonatype|packages\\.adoptium");

    /** XML namespaces and schema locations are names that happen to look like addresses. */
    private static final Pattern XML_NAME = Pattern.compile("(?:xmlns(?::\\w+)?|\\w+:schemaLocation)=\"[^\"]*\"");

    private PortabilityCheck() {
    }

    static List<Violation> check(SourceText file) {
        List<Violation> violations = new ArrayList<>();
        int number = 0;
        for (String raw : file.lines()) {
            number++;
            String line = XML_NAME.matcher(raw).replaceAll("");
            Matcher path = MACHINE_PATH.matcher(line);
            if (path.find()) {
                violations.add(file.violation(number, "a path of one machine: " + path.group(),
                    "write a path relative to the repository, or take it from a setting"));
            }
            Matcher host = REGISTRY_HOST.matcher(line);
            if (host.find()) {
                violations.add(file.violation(number, "a package registry's host: " + host.group(),
                    "delete it; the user's own Maven or apt settings name the registry"));
            }
        }
        return violations;
    }
}
