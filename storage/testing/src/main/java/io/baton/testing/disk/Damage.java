package io.baton.testing.disk;

import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a power cut does to one sector that was being written.
 *
 * @param unit the sector
 * @param otherVersion for a torn sector, the version that its end has; -1 for a flipped bit
 * @param at the first byte of the end, or the number of the bit
 */
record Damage(int unit, int otherVersion, int at) {
    private static final int FLIP = -1;
    private static final int ATTEMPTS = 8;

    /** {@return damage to a byte that was written and not forced, or null if none was found that would be seen} */
    static @Nullable Damage choose(CutPoint point, List<Integer> sectors, int[] kept, RandomGenerator random) {
        for (int attempt = 0; attempt < ATTEMPTS && !sectors.isEmpty(); attempt++) {
            int unit = sectors.get(random.nextInt(sectors.size()));
            UnforcedUnit.Sector sector = (UnforcedUnit.Sector) point.units().get(unit);
            int version = 1 + random.nextInt(sector.versions());
            UnforcedUnit.SectorVersion written = sector.changes().get(version - 1);
            int from = written.from();
            int to = (int) Math.min(written.to(), point.sizeOfFile(unit, kept) - sector.offset());
            boolean flip = random.nextBoolean();
            if (flip && to > from) {
                return new Damage(unit, FLIP, from * Byte.SIZE + random.nextInt((to - from) * Byte.SIZE));
            }
            if (!flip && to > from + 1) {
                int other = kept[unit] == version ? random.nextInt(version) : version;
                return new Damage(unit, other, random.nextInt(from + 1, to));
            }
        }
        return null;
    }

    /** Does it to the bytes of the sector. */
    void apply(byte[] bytes, UnforcedUnit.Sector sector, List<UnforcedUnit.SizeChange> keptSizes) {
        if (otherVersion == FLIP) {
            bytes[at / Byte.SIZE] ^= (byte) (1 << at % Byte.SIZE);
        } else {
            byte[] other = sector.bytes(otherVersion, keptSizes);
            System.arraycopy(other, at, bytes, at, bytes.length - at);
        }
    }

    /** {@return what is damaged and how} */
    String describe(List<UnforcedUnit> units) {
        return units.get(unit) + (otherVersion == FLIP
            ? " has bit " + at % Byte.SIZE + " of byte " + at / Byte.SIZE + " flipped"
            : " is torn: version " + otherVersion + " from byte " + at + " on");
    }
}
