package io.baton.deploy.command;

import org.jspecify.annotations.Nullable;

/** Where passwords come from that are in no file: never an argument, which every user of the machine could see. */
public interface PasswordSource {

    /**
     * Asks the user, without showing what is typed.
     *
     * @param prompt what to ask
     * @return the answer, to be wiped by the caller; null if nobody can be asked, or if the user has ended it
     */
    char @Nullable [] ask(String prompt);

    /**
     * Reads the next line of standard input.
     *
     * @return the line, to be wiped by the caller; null if there is none
     */
    char @Nullable [] line();

    /**
     * Says whether standard input comes from a file, a pipe or another program.
     *
     * @return false if somebody would have to type its lines, and everybody nearby would see them
     */
    boolean isPiped();

    /** {@return a source without passwords: nobody is there to be asked} */
    static PasswordSource none() {
        return new PasswordSource() {
            @Override
            public char @Nullable [] ask(String prompt) {
                return null;
            }

            @Override
            public char @Nullable [] line() {
                return null;
            }

            @Override
            public boolean isPiped() {
                return true;
            }
        };
    }
}
