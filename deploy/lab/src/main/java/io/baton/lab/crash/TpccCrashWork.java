package io.baton.lab.crash;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.lab.child.ChildLines;
import io.baton.tpcc.Delivery;
import io.baton.tpcc.DeliveryResult;
import io.baton.tpcc.NewOrder;
import io.baton.tpcc.NewOrderResult;
import io.baton.tpcc.OrderStatus;
import io.baton.tpcc.OrderStatusResult;
import io.baton.tpcc.Payment;
import io.baton.tpcc.PaymentResult;
import io.baton.tpcc.Tpcc;
import io.baton.tpcc.TpccConfig;
import io.baton.tpcc.schema.Scale;
import io.baton.tpcc.schema.WarehouseTable;
import io.baton.workload.ConditionResult;
import io.baton.workload.Workload;

/** TPC-C: new orders, payments, deliveries, and now and then a customer who is shown an order. */
final class TpccCrashWork implements CrashWork {

    static final int WAREHOUSES = 1;
    private static final int DETAIL_MAX = 500;

    private final Engine engine;
    private final long seed;
    private final int worker;
    private final Tpcc tpcc;
    private final Procedure<NewOrderResult> newOrder;
    private final Procedure<PaymentResult> payment;
    private final Procedure<DeliveryResult> delivery;
    private final Procedure<OrderStatusResult> orderStatus;
    private final Procedure<Object> readDistrict;

    /** The worker's number is the first part of the numbers of its payments. */
    TpccCrashWork(Engine engine, long seed, int worker) {
        this.engine = engine;
        this.seed = seed;
        this.worker = worker;
        tpcc = new Tpcc(engine, new TpccConfig(WAREHOUSES, seed, false));
        newOrder = engine.register("crash new order", new NewOrder(), NewOrderResult.class);
        payment = engine.register("crash payment", new Payment(), PaymentResult.class);
        delivery = engine.register("crash delivery", new Delivery(), DeliveryResult.class);
        orderStatus = engine.register("crash order status", new OrderStatus(), OrderStatusResult.class);
        readDistrict = engine.register(new ReadDistrict(), Object.class).within(Workload.AUDIT_LIMIT);
    }

    @Override
    public boolean isLoaded() {
        return engine.rows(WarehouseTable.TABLE) > 0;
    }

    @Override
    public void load() {
        tpcc.load(rows -> {});
    }

    @Override
    public void tellState(ChildLines lines) {
        for (long warehouse = 1; warehouse <= WAREHOUSES; warehouse++) {
            for (long district = 1; district <= Scale.DISTRICTS; district++) {
                ((ReadDistrict.Told) engine.call(readDistrict, warehouse, district)).lines().forEach(lines::line);
            }
        }
        tpcc.check(false).forEach((number, result) -> tellViolations(number, result, lines));
    }

    private static void tellViolations(String number, ConditionResult result, ChildLines lines) {
        if (!result.holds()) {
            final String detail = result.detail();
            lines.line(TpccLines.VIOLATED + " " + number + " "
                + detail.substring(0, Math.min(detail.length(), DETAIL_MAX)));
        }
    }

    @Override
    public Client client(Session session, int number, ChildLines lines) {
        return new TpccClient(session, lines, new TpccInputs(seed, worker, number));
    }

    /** One client. */
    private final class TpccClient implements Client {

        private final Session session;
        private final ChildLines lines;
        private final TpccInputs inputs;

        TpccClient(Session session, ChildLines lines, TpccInputs inputs) {
            this.session = session;
            this.lines = lines;
            this.inputs = inputs;
        }

        @Override
        public void step() {
            switch (inputs.nextKind()) {
                case NEW_ORDER -> order(inputs.newOrder());
                case PAYMENT -> pay(inputs.payment());
                case DELIVERY -> deliver(inputs.delivery());
                case ORDER_STATUS -> look(inputs.orderStatus());
            }
        }

        private void order(Object[] arguments) {
            final Outcome<NewOrderResult> outcome = session.execute(newOrder, arguments);
            if (outcome instanceof Outcome.Committed<NewOrderResult>(NewOrderResult result)) {
                lines.line(TpccLines.NEW_ORDER + " " + arguments[0] + " " + arguments[1] + " " + result.order() + " "
                    + ((int[]) arguments[3]).length);
            } else {
                // One in a hundred names an item that there is not.
                check(outcome, NewOrder.UNKNOWN_ITEM);
            }
        }

        private void pay(Object[] arguments) {
            final Outcome<PaymentResult> outcome = session.execute(payment, arguments);
            check(outcome, "");
            lines.line(TpccLines.PAYMENT + " " + arguments[0] + " " + arguments[1] + " " + arguments[7]);
        }

        private void deliver(Object[] arguments) {
            final Outcome<DeliveryResult> outcome = session.execute(delivery, arguments);
            if (outcome instanceof Outcome.Committed<DeliveryResult>(DeliveryResult result)) {
                for (int district = 1; district <= Scale.DISTRICTS; district++) {
                    if (result.order(district) != 0) {
                        lines.line(TpccLines.DELIVERY + " " + arguments[0] + " " + district + " "
                            + result.order(district));
                    }
                }
            } else {
                check(outcome, "");
            }
        }

        private void look(Object[] arguments) {
            final Outcome<OrderStatusResult> outcome = session.execute(orderStatus, arguments);
            if (outcome instanceof Outcome.Committed<OrderStatusResult>(OrderStatusResult result)) {
                if (result.order() > Scale.ORDERS) {
                    lines.line(TpccLines.SAW + " " + arguments[0] + " " + arguments[1] + " " + result.order());
                }
            } else {
                check(outcome, "");
            }
        }

        private static void check(Outcome<?> outcome, String rollback) {
            final boolean expected = switch (outcome) {
                case Outcome.Committed<?> committed -> true;
                case Outcome.AbortedByProcedure<?> aborted -> aborted.message().equals(rollback);
                case Outcome.AbortedBySystem<?> aborted -> false;
                case Outcome.Unknown<?> unknown -> false;
            };
            if (!expected) {
                throw new IllegalStateException("a transaction was not committed: " + outcome);
            }
        }
    }
}
