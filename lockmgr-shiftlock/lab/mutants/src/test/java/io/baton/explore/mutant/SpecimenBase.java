package io.baton.explore.mutant;

/** What a specimen inherits from. */
class SpecimenBase {

    String name() {
        return "base";
    }
}
