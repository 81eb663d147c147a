package io.baton.smallbank;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;

/** The six transactions, registered with an engine. */
record Procedures(
        Procedure<Long> amalgamate,
        Procedure<Long> balance,
        Procedure<Long> depositChecking,
        Procedure<Long> sendPayment,
        Procedure<Long> transactSavings,
        Procedure<Long> writeCheck) {

    static Procedures register(Engine engine) {
        return new Procedures(
            engine.register(new Amalgamate(), Long.class),
            engine.register(new Balance(), Long.class),
            engine.register(new DepositChecking(), Long.class),
            engine.register(new SendPayment(), Long.class),
            engine.register(new TransactSavings(), Long.class),
            engine.register(new WriteCheck(), Long.class));
    }
}
