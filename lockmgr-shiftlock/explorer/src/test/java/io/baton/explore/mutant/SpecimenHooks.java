package io.baton.explore.mutant;

/** What mutated specimens call. */
public final class SpecimenHooks {

    public static final Integer ELSEWHERE = 3;

    private SpecimenHooks() {
    }

    /** How hooks see a specimen. */
    public interface View {
        int count();

        void count(int value);

        long sum(int a, long b);

        void whisper(String word);
    }

    public static long product(View specimen, int a, long b) {
        return specimen.sum(a, b) + 100;
    }

    public static long constant(View specimen, int a) {
        return a;
    }

    public static String shout(String result, View specimen) {
        specimen.count(specimen.count() + 1);
        return result + "! " + specimen.count();
    }

    public static void twice(View specimen, String word) {
        specimen.whisper(word);
        specimen.whisper(word);
    }
}
