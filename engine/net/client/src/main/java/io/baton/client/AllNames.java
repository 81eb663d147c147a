package io.baton.client;

import io.baton.protocol.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Asks for the names of all procedures, one page after the other. A server that always has more is not followed for
 * ever. For who asks, and then for the event loops.
 */
final class AllNames {

    static final int NAMES_MAX = 100_000;
    static final int CHARACTERS_MAX = 4 << 20;

    private final Supplier<CompletableFuture<Link>> links;
    private final List<String> names = new ArrayList<>();
    private int characters;

    /**
     * Asks nothing yet.
     *
     * @param links the link to use now; each page may come over another one
     */
    AllNames(Supplier<CompletableFuture<Link>> links) {
        this.links = links;
    }

    /** Asks for those behind the ones that have come. */
    CompletableFuture<List<String>> ask() {
        final String after = names.isEmpty() ? "" : names.getLast();
        return links.get().thenCompose(link -> link.names(after)).thenCompose(this::took);
    }

    private CompletableFuture<List<String>> took(NamesPage page) {
        names.addAll(page.names());
        characters += page.names().stream().mapToInt(String::length).sum();
        if (!page.more()) {
            return CompletableFuture.completedFuture(names);
        }
        return names.size() < NAMES_MAX && characters < CHARACTERS_MAX ? ask()
            : CompletableFuture.failedFuture(CallException.refused(Reason.TOO_LARGE, "the server names more than "
                + NAMES_MAX + " procedures, or in more than " + CHARACTERS_MAX + " characters"));
    }
}
