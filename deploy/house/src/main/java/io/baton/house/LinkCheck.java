package io.baton.house;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Relative links in Markdown files lead to files or folders of the repository. */
final class LinkCheck {
    private static final Pattern FENCE = Pattern.compile("^\\s*(?:```|~~~)");
    private static final Pattern INLINE_CODE = Pattern.compile("`[^`]*`");
    private static final Pattern LINK =
        Pattern.compile("\\]\\(\\s*<?([^)\\s>]+)|^ {0,3}\\[[^\\]]+\\]:\\s*<?([^\\s>]+)");
    private static final Pattern ELSEWHERE = Pattern.compile("^(?:[a-zA-Z][a-zA-Z0-9+.-]*:|//|#).*");

    private final Set<String> existing = new HashSet<>();

    /** A check against the files with these paths from the root, and the folders they lie in. */
    LinkCheck(Collection<String> paths) {
        existing.add("");
        for (String path : paths) {
            for (Path part = Path.of(path); part != null; part = part.getParent()) {
                existing.add(part.toString());
            }
        }
    }

    List<Violation> check(SourceText file) {
        List<Violation> violations = new ArrayList<>();
        boolean fenced = false;
        int number = 0;
        for (String line : file.lines()) {
            number++;
            if (FENCE.matcher(line).find()) {
                fenced = !fenced;
            } else if (!fenced) {
                checkLine(file, number, INLINE_CODE.matcher(line).replaceAll("`code`"), violations);
            }
        }
        return violations;
    }

    private void checkLine(SourceText file, int number, String line, List<Violation> violations) {
        Matcher link = LINK.matcher(line);
        while (link.find()) {
            String target = link.group(1) != null ? link.group(1) : link.group(2);
            if (!ELSEWHERE.matcher(target).matches() && !leadsToAFile(file, target)) {
                violations.add(file.violation(number, "a stale link: " + target, "correct its path or delete it"));
            }
        }
    }

    private boolean leadsToAFile(SourceText file, String target) {
        String path = URLDecoder.decode(target.replaceFirst("[#?].*", "").replace("+", "%2B"), StandardCharsets.UTF_8);
        Path from = Path.of(path.startsWith("/") ? "" : file.folder());
        return existing.contains(from.resolve(path.replaceFirst("^/+", "")).normalize().toString());
    }
}
