package io.baton.fabric;

/** The kinds of verbs, as the papers count them. */
public enum VerbKind {
    /** Extended (masked) 16-byte compare-and-swap. */
    EXT_CAS,
    /** Extended (masked) 16-byte fetch-and-add. */
    EXT_FAA,
    /** Standard 8-byte compare-and-swap. */
    CAS,
    /** Standard 8-byte fetch-and-add. */
    FAA,
    /** READ of 8 or 16 bytes. */
    READ,
    /** WRITE of 8 bytes. */
    WRITE,
    /** SEND of a notice to another client. */
    SEND
}
