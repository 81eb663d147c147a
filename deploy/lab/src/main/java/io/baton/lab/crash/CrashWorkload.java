package io.baton.lab.crash;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.smallbank.SmallBank;
import io.baton.tpcc.Tpcc;

/** What the children run. */
public enum CrashWorkload {

    /** Transfers between a few accounts: small and fast, and compared cent by cent. */
    SMALLBANK {
        @Override
        void addTables(EngineBuilder builder, int clients) {
            SmallBank.addTables(builder, clients * BankSequence.CUSTOMERS);
        }

        @Override
        CrashWork on(Engine engine, long seed, int clients, String forWorker) {
            return new BankWork(engine, seed, clients, forWorker);
        }

        @Override
        Ledger ledger(long seed, int clients) {
            return new BankLedger(seed, clients);
        }
    },
    /** TPC-C on one warehouse. */
    TPCC {
        @Override
        void addTables(EngineBuilder builder, int clients) {
            Tpcc.addTables(builder, TpccCrashWork.WAREHOUSES, ORDERS_EXPECTED);
        }

        @Override
        CrashWork on(Engine engine, long seed, int clients, String forWorker) {
            return new TpccCrashWork(engine, seed, Integer.parseInt(forWorker));
        }

        @Override
        Ledger ledger(long seed, int clients) {
            return new TpccLedger();
        }
    };

    private static final long ORDERS_EXPECTED = 200_000;

    /** Adds the tables to an engine that is to be opened. */
    abstract void addTables(EngineBuilder builder, int clients);

    /** Registers the procedures. */
    abstract CrashWork on(Engine engine, long seed, int clients, String forWorker);

    /** The ledger of a new store. */
    abstract Ledger ledger(long seed, int clients);
}
