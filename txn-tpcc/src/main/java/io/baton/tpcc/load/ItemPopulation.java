package io.baton.tpcc.load;

import io.baton.engine.Loader;
import io.baton.storage.Row;
import io.baton.tpcc.random.RandomText;
import io.baton.tpcc.schema.ItemTable;
import io.baton.tpcc.schema.Scale;
import java.util.SplittableRandom;

/** The rows of ITEM (clause 4.3.3.1), the same for every scale. */
final class ItemPopulation {

    private final SplittableRandom random;
    private final RandomText text;

    ItemPopulation(long seed) {
        this.random = new SplittableRandom(seed);
        this.text = new RandomText(random);
    }

    void load(Loader loader) {
        for (int item = 1; item <= Scale.ITEMS; item++) {
            final Row row = loader.row(ItemTable.TABLE, ItemTable.key(item));
            row.set(ItemTable.IMAGE, random.nextInt(1, 10_001));
            row.set(ItemTable.PRICE, random.nextInt(1_00, 100_00 + 1));
            text.letters(row, ItemTable.NAME, 14, 24);
            text.data(row, ItemTable.DATA, 26, 50);
            loader.insert(row);
        }
    }
}
