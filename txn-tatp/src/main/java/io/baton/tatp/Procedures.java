package io.baton.tatp;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;

/** The seven transactions, registered with an engine. */
record Procedures(
        Procedure<SubscriberData> getSubscriberData,
        Procedure<Destinations> getNewDestination,
        Procedure<AccessData> getAccessData,
        Procedure<Boolean> updateSubscriberData,
        Procedure<Boolean> updateLocation,
        Procedure<Boolean> insertCallForwarding,
        Procedure<Boolean> deleteCallForwarding) {

    static Procedures register(Engine engine) {
        return new Procedures(
            engine.register(new GetSubscriberData(), SubscriberData.class),
            engine.register(new GetNewDestination(), Destinations.class),
            engine.register(new GetAccessData(), AccessData.class),
            engine.register(new UpdateSubscriberData(), Boolean.class),
            engine.register(new UpdateLocation(), Boolean.class),
            engine.register(new InsertCallForwarding(), Boolean.class),
            engine.register(new DeleteCallForwarding(), Boolean.class));
    }
}
