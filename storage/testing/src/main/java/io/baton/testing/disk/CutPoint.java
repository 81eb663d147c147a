package io.baton.testing.disk;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A disk at the moment of a power cut: what is safe, and the units of what is not. Not changed any more. */
final class CutPoint {
    private final DiskState forced;
    private final List<FileCut> files;
    private final List<UnforcedUnit.Name> names;
    /** Those of each file, one file after the other, then the names. */
    private final List<UnforcedUnit> units = new ArrayList<>();
    /** For each unit, the file that it belongs to; none for names. */
    private final List<Integer> fileOfUnit = new ArrayList<>();
    /** For each file, its first unit. */
    private final List<Integer> firstUnit = new ArrayList<>();

    CutPoint(DiskState forced, List<FileCut> files, List<UnforcedUnit.Name> names) {
        this.forced = forced;
        this.files = files;
        this.names = names;
        for (int file = 0; file < files.size(); file++) {
            firstUnit.add(units.size());
            List<UnforcedUnit> ofFile = files.get(file).units();
            units.addAll(ofFile);
            fileOfUnit.addAll(Collections.nCopies(ofFile.size(), file));
        }
        units.addAll(names);
    }

    List<UnforcedUnit> units() {
        return Collections.unmodifiableList(units);
    }

    /** {@return the versions that a cut leaves if everything had reached the disk} */
    static int[] latest(List<UnforcedUnit> units) {
        return units.stream().mapToInt(UnforcedUnit::versions).toArray();
    }

    /** {@return the size of the file that a sector belongs to, after a cut that keeps these versions} */
    long sizeOfFile(int unit, int[] kept) {
        int file = fileOfUnit.get(unit);
        return files.get(file).size(kept, firstUnit.get(file));
    }

    /** {@return what is on the disk after a cut that keeps these versions} */
    DiskState state(int[] kept, @Nullable Damage damage) {
        DiskState state = forced.copy();
        for (int file = 0; file < files.size(); file++) {
            FileCut cut = files.get(file);
            state.setContent(cut.inode(), cut.content(kept, firstUnit.get(file), damage));
        }
        int unit = units.size() - names.size();
        for (UnforcedUnit.Name name : names) {
            if (kept[unit++] > 0) {
                state.names().move(name.change().inode(), name.change().to());
            }
        }
        state.forgetNameless();
        return state;
    }
}
