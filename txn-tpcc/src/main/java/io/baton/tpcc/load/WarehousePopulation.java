package io.baton.tpcc.load;

import io.baton.engine.Loader;
import io.baton.storage.Row;
import io.baton.tpcc.random.NuRand;
import io.baton.tpcc.random.RandomText;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.Scale;
import io.baton.tpcc.schema.StockTable;
import io.baton.tpcc.schema.WarehouseTable;
import java.util.SplittableRandom;

/** The rows of one warehouse (clause 4.3.3.1). One thread. */
final class WarehousePopulation {

    private static final long WAREHOUSE_YTD = 300_000_00;
    private static final long DISTRICT_YTD = 30_000_00;
    /** Taxes go from 0 to 0.2. */
    private static final int TAX_MAX = 2_000;

    private final int warehouse;
    private final long nowMillis;
    private final NuRand nuRand;
    private final SplittableRandom random;
    private final RandomText text;

    WarehousePopulation(int warehouse, long seed, NuRand nuRand, long nowMillis) {
        this.warehouse = warehouse;
        this.nowMillis = nowMillis;
        this.nuRand = nuRand;
        this.random = new SplittableRandom(seed);
        this.text = new RandomText(random);
    }

    void load(Loader loader) {
        loadWarehouse(loader);
        loadStock(loader);
        for (int district = 1; district <= Scale.DISTRICTS; district++) {
            loadDistrict(loader, district);
            new DistrictPopulation(warehouse, district, nuRand, nowMillis, random, text).load(loader);
        }
    }

    private void loadWarehouse(Loader loader) {
        final Row row = loader.row(WarehouseTable.TABLE, WarehouseTable.key(warehouse));
        row.set(WarehouseTable.YTD, WAREHOUSE_YTD);
        row.set(WarehouseTable.TAX, random.nextInt(TAX_MAX + 1));
        text.letters(row, WarehouseTable.NAME, 6, 10);
        text.letters(row, WarehouseTable.STREET_1, 10, 20);
        text.letters(row, WarehouseTable.STREET_2, 10, 20);
        text.letters(row, WarehouseTable.CITY, 10, 20);
        text.letters(row, WarehouseTable.STATE, 2, 2);
        text.zip(row, WarehouseTable.ZIP);
        loader.insert(row);
    }

    private void loadStock(Loader loader) {
        for (int item = 1; item <= Scale.ITEMS; item++) {
            final Row row = loader.row(StockTable.TABLE, StockTable.key(warehouse, item));
            row.set(StockTable.QUANTITY, random.nextInt(10, 101));
            for (int district = 1; district <= Scale.DISTRICTS; district++) {
                text.letters(row, StockTable.districtInfo(district), 24, 24);
            }
            text.data(row, StockTable.DATA, 26, 50);
            loader.insert(row);
        }
    }

    private void loadDistrict(Loader loader, int district) {
        final Row row = loader.row(DistrictTable.TABLE, DistrictTable.key(warehouse, district));
        row.set(DistrictTable.YTD, DISTRICT_YTD);
        row.set(DistrictTable.TAX, random.nextInt(TAX_MAX + 1));
        row.set(DistrictTable.NEXT_ORDER, Scale.ORDERS + 1);
        text.letters(row, DistrictTable.NAME, 6, 10);
        text.letters(row, DistrictTable.STREET_1, 10, 20);
        text.letters(row, DistrictTable.STREET_2, 10, 20);
        text.letters(row, DistrictTable.CITY, 10, 20);
        text.letters(row, DistrictTable.STATE, 2, 2);
        text.zip(row, DistrictTable.ZIP);
        loader.insert(row);
    }
}
