package io.baton.explore.mutant;

/** Code to be mutated. */
class Specimen extends SpecimenBase {

    static final Integer OFFSET = 1;
    static final Integer OTHER_OFFSET = 2;

    private int count;
    private final StringBuilder said = new StringBuilder();

    @Override
    String name() {
        return "specimen";
    }

    void say(String word) {
        said.append(word);
    }

    void whisper(String word) {
        said.append('(').append(word).append(')');
    }

    private long sum(int a, long b) {
        return a + b;
    }

    int count() {
        return count;
    }

    String run() {
        count = 3;
        say("a");
        say("b");
        return name() + " " + said + " " + count() + " " + sum(4, 5) + " " + offset() + " " + count;
    }

    Integer offset() {
        return OFFSET;
    }
}
