package io.baton.deploy.shell;

/** A line cannot be carried out; the message is one sentence for who typed it, without the full stop. */
final class ShellException extends Exception {

    private static final long serialVersionUID = 1L;

    ShellException(String sentence) {
        super(sentence);
    }
}
