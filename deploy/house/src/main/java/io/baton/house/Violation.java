package io.baton.house;

/**
 * A house rule that is broken somewhere.
 *
 * @param file path from the repository's root, or the name of the source file where only classes are known
 * @param line from 1, or 0 for the file as a whole
 * @param problem what is wrong, with the value
 * @param remedy what to do about it
 */
record Violation(String file, int line, String problem, String remedy) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + problem + "; " + remedy;
    }
}
