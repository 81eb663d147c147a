package io.baton.explore.mutant;

/** What mutated specimens call. */
final class SpecimenHooks {

    static final Integer ELSEWHERE = 3;

    private SpecimenHooks() {
    }

    /** How hooks see a specimen. */
    interface View {
        int count();

        void count(int value);

        long sum(int a, long b);

        void whisper(String word);
    }

    static long product(View specimen, int a, long b) {
        return specimen.sum(a, b) + 100;
    }

    static long constant(View specimen, int a) {
        return a;
    }

    static String shout(String result, View specimen) {
        specimen.count(specimen.count() + 1);
        return result + "! " + specimen.count();
    }

    static void twice(View specimen, String word) {
        specimen.whisper(word);
        specimen.whisper(word);
    }
}
