package io.baton.testing.disk;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file at the moment of a power cut. Immutable.
 *
 * @param inode of the file
 * @param forced what is safe
 * @param size its size, with no versions if that was forced
 * @param sectors those that were not forced
 */
record FileCut(int inode, Content forced, UnforcedUnit.Size size, List<UnforcedUnit.Sector> sectors) {

    /** {@return what was not forced: the size first, if it was not, then the sectors} */
    List<UnforcedUnit> units() {
        List<UnforcedUnit> units = new ArrayList<>(sectors.size() + 1);
        if (size.versions() > 0) {
            units.add(size);
        }
        units.addAll(sectors);
        return units;
    }

    private List<UnforcedUnit.SizeChange> keptSizes(int[] kept, int first) {
        return size.versions() > 0 ? size.changes().subList(0, kept[first]) : List.of();
    }

    /** {@return the size after a power cut that keeps these versions; those of this file begin at {@code first}} */
    long size(int[] kept, int first) {
        List<UnforcedUnit.SizeChange> sizes = keptSizes(kept, first);
        return sizes.isEmpty() ? forced.size() : sizes.getLast().size();
    }

    /** {@return the content after a power cut that keeps these versions; those of this file begin at {@code first}} */
    Content content(int[] kept, int first, @Nullable Damage damage) {
        List<UnforcedUnit.SizeChange> sizes = keptSizes(kept, first);
        Content.Editor editor = forced.edit();
        for (UnforcedUnit.SizeChange change : sizes) {
            editor.resize(change.size());
        }
        int unit = first + (size.versions() > 0 ? 1 : 0);
        for (UnforcedUnit.Sector sector : sectors) {
            int count = (int) Math.min(Content.SECTOR_BYTES, editor.size() - sector.offset());
            Damage hit = damage != null && damage.unit() == unit ? damage : null;
            if (count > 0 && (hit != null || kept[unit] > 0)) {
                byte[] bytes = sector.bytes(kept[unit], sizes);
                if (hit != null) {
                    hit.apply(bytes, sector, sizes);
                }
                editor.write(sector.offset(), bytes, 0, count);
            }
            unit++;
        }
        return editor.build();
    }
}
