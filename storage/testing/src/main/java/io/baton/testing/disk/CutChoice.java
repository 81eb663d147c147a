package io.baton.testing.disk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One thing that a power cut may leave: for each unit the version that is kept, and at most one damage. Immutable. */
final class CutChoice {
    private static final int LISTED_MAX = 16;

    private final String name;
    private final int[] kept;
    private final @Nullable Damage damage;

    CutChoice(String name, int[] kept, @Nullable Damage damage) {
        this.name = name;
        this.kept = kept;
        this.damage = damage;
    }

    CutChoice with(Damage newDamage) {
        return new CutChoice(name, kept, newDamage);
    }

    /** {@return the versions; not to be changed} */
    int[] kept() {
        return kept;
    }

    DiskState state(CutPoint point) {
        return point.state(kept, damage);
    }

    /** {@return what it leaves, whatever it is called} */
    String leaves(List<UnforcedUnit> units) {
        return Arrays.toString(kept) + (damage == null ? "" : damage.describe(units));
    }

    String describe(List<UnforcedUnit> units) {
        List<String> versions = new ArrayList<>();
        for (int unit = 0; unit < units.size() && unit < LISTED_MAX; unit++) {
            versions.add(units.get(unit) + " " + kept[unit] + "/" + units.get(unit).versions());
        }
        if (units.size() > LISTED_MAX) {
            versions.add((units.size() - LISTED_MAX) + " more");
        }
        return name + (damage == null ? "" : "; " + damage.describe(units)) + "; versions kept: "
            + (versions.isEmpty() ? "all is forced" : String.join(", ", versions));
    }
}
