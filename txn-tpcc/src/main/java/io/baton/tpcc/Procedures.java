package io.baton.tpcc;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;

/** The five transactions, registered with an engine. */
record Procedures(
        Procedure<NewOrderResult> newOrder,
        Procedure<PaymentResult> payment,
        Procedure<OrderStatusResult> orderStatus,
        Procedure<DeliveryResult> delivery,
        Procedure<Integer> stockLevel) {

    static Procedures register(Engine engine) {
        return new Procedures(
            engine.register(TransactionType.NEW_ORDER.label(), new NewOrder(), NewOrderResult.class),
            engine.register(TransactionType.PAYMENT.label(), new Payment(), PaymentResult.class),
            engine.register(TransactionType.ORDER_STATUS.label(), new OrderStatus(), OrderStatusResult.class),
            engine.register(TransactionType.DELIVERY.label(), new Delivery(), DeliveryResult.class),
            engine.register(TransactionType.STOCK_LEVEL.label(), new StockLevel(), Integer.class));
    }
}
