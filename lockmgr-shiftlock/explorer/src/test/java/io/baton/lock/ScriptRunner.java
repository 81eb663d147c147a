package io.baton.lock;

import io.baton.explore.bug.PlantedBug;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs a golden script: directives, one a line, and yields the trace that they produce. Lines that begin with
 * {@code #} are comments.
 * <pre>
 *   threshold 2                  writers in a row; before clients
 *   slots 2                      locks; before clients
 *   planted stale-epoch          a planted bug; before clients
 *   clients W1 W2 R1             who plays
 *   W1 acquire exclusive [slot]  gives the client an operation and lets it go on until that is done or it has to wait
 *   W1 begin release [slot]      gives it an operation and stops it before the first step; likewise the others
 *   W1 step                      takes the next step
 *   W1 run                       takes steps until the operation is done or has to wait
 *   W1 expires                   the deadline of its operation (given by: ... with deadline) passes
 *   W1 looks                     ends a wait that has an earlier deadline of its own
 *   deliver W1 W2                the first notice in flight from W1 to W2 arrives
 *   entry                        shows the lock entries
 * </pre>
 */
final class ScriptRunner {

    private static final String PLANTED = "planted ";

    private int threshold = 1;
    private int slots = 1;
    private @Nullable Stage stage;
    private int shown;
    private final List<String> out = new ArrayList<>();

    private ScriptRunner() {
    }

    /** Runs a script where it is loaded. */
    private static final class Running implements UnaryOperator<List<String>> {

        @Override
        public List<String> apply(List<String> directives) {
            return runHere(directives);
        }
    }

    static List<String> run(List<String> directives) {
        final List<String> sound = new ArrayList<>(directives);
        for (String line : directives) {
            if (line.startsWith(PLANTED)) {
                sound.remove(line);
                final UnaryOperator<List<String>> planted =
                    PlantedBug.of(line.substring(PLANTED.length())).orElseThrow().plant().enter(Running.class);
                return planted.apply(sound);
            }
        }
        return runHere(directives);
    }

    private static List<String> runHere(List<String> directives) {
        final ScriptRunner runner = new ScriptRunner();
        try {
            for (String line : directives) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    runner.directive(line.strip());
                }
            }
            return runner.out;
        } finally {
            if (runner.stage != null) {
                runner.stage.abandon();
            }
        }
    }

    private void directive(String line) {
        final List<String> words = Arrays.asList(line.split("\\s+", -1));
        switch (words.getFirst()) {
            case "threshold" -> threshold = Integer.parseInt(words.get(1));
            case "slots" -> slots = Integer.parseInt(words.get(1));
            case "clients" -> {
                final List<String> names = words.subList(1, words.size());
                final List<String> idle = names.stream().map(name -> "").toList();
                stage = new Stage(new Scenario(ShiftLockOptions.paper().withThreshold(threshold), slots, Scenario.PLAIN,
                    names, idle), true, true);
            }
            default -> {
                out.add("> " + line);
                play(stage(), words);
                show();
            }
        }
    }

    private Stage stage() {
        if (stage == null) {
            throw new IllegalStateException("the script names no clients");
        }
        return stage;
    }

    private void play(Stage on, List<String> words) {
        switch (words.getFirst()) {
            case "entry" -> on.situation().stream().filter(line -> line.startsWith("entry")).forEach(on::trace);
            case "deliver" -> on.take(Stage.DELIVER | inFlight(on, words.get(1), words.get(2)));
            default -> act(on, actor(on, words.getFirst()), words.subList(1, words.size()));
        }
    }

    private static void act(Stage on, Actor actor, List<String> words) {
        switch (words.getFirst()) {
            case "step" -> step(on, actor);
            case "run" -> go(on, actor);
            case "expires" -> on.take(Stage.EXPIRE | actor.index);
            case "looks" -> on.take(Stage.TIMER | actor.index);
            case "begin" -> begin(on, actor, words.subList(1, words.size()));
            default -> {
                begin(on, actor, words);
                go(on, actor);
            }
        }
        if (!on.canRun(actor) && actor.op != null) {
            on.trace(actor.name + " " + actor.step.text(on.texts()));
        }
    }

    private static void begin(Stage on, Actor actor, List<String> words) {
        final String text = String.join(" ", words);
        final String last = words.getLast();
        final int slot = Character.isDigit(last.charAt(0)) ? Integer.parseInt(last) : 0;
        final boolean deadline = text.contains("with deadline");
        final Op.Kind kind = switch (words.getFirst() + " " + (words.size() > 1 ? words.get(1) : "")) {
            case "acquire shared" -> Op.Kind.ACQUIRE_SHARED;
            case "acquire exclusive" -> Op.Kind.ACQUIRE_EXCLUSIVE;
            case "try shared" -> Op.Kind.TRY_SHARED;
            case "try exclusive" -> Op.Kind.TRY_EXCLUSIVE;
            case "release all" -> Op.Kind.RELEASE_ALL;
            default -> switch (words.getFirst()) {
                case "upgrade" -> Op.Kind.UPGRADE;
                case "release" -> Op.Kind.RELEASE;
                case "close" -> Op.Kind.CLOSE;
                default -> throw new IllegalArgumentException("no such operation: " + text);
            };
        };
        if (actor.op != null) {
            throw new IllegalStateException(actor.name + " is still busy with: " + actor.op.text());
        }
        actor.ops.add(new Op(kind, slot, deadline));
        if (actor.step.kind == StepKind.START) {
            step(on, actor);
        } else {
            on.take(Stage.RUN | actor.index);
        }
    }

    private static void go(Stage on, Actor actor) {
        while (on.canRun(actor) && actor.step.kind != StepKind.IDLE) {
            step(on, actor);
        }
    }

    private static void step(Stage on, Actor actor) {
        if (!on.canRun(actor)) {
            throw new IllegalStateException(actor.name + " cannot go on: it " + actor.step.text(on.texts()));
        }
        on.take(Stage.RUN | actor.index);
        if (actor.failure != null) {
            on.trace(actor.name + " fails: " + actor.failure.getMessage());
        }
    }

    private static Actor actor(Stage on, String name) {
        for (Actor actor : on.actors) {
            if (actor.name.equals(name)) {
                return actor;
            }
        }
        throw new IllegalArgumentException("no such client or directive: " + name);
    }

    private static int inFlight(Stage on, String from, String to) {
        for (int i = 0; i < on.fabric.inFlight().size(); i++) {
            final Notice notice = on.fabric.inFlight().get(i);
            if (notice.from() == actor(on, from).index && notice.to() == actor(on, to).index) {
                return i;
            }
        }
        throw new IllegalArgumentException("nothing in flight from " + from + " to " + to);
    }

    private void show() {
        final List<String> trace = stage().trace();
        while (shown < trace.size()) {
            out.add("  " + trace.get(shown++));
        }
    }
}
