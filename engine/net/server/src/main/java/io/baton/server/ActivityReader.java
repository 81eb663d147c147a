package io.baton.server;

import io.baton.engine.observe.CallOrigin;
import io.baton.server.ServerActivity.CallActivity;
import io.baton.server.ServerActivity.ConnectionActivity;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Looks at connections, each on its event loop. Thread-safe. */
final class ActivityReader {

    private final EventLoopGroup loops;
    private final Collection<Connection> connections;

    ActivityReader(EventLoopGroup loops, Collection<Connection> connections) {
        this.loops = loops;
        this.connections = connections;
    }

    /** Looks at all of them, and tells of some. */
    CompletableFuture<ServerActivity> look(int connectionsMax, int callsMax) {
        final List<CompletableFuture<ServerActivity>> parts = new ArrayList<>();
        for (final EventExecutor loop : loops) {
            final CompletableFuture<ServerActivity> part = new CompletableFuture<>();
            parts.add(part);
            try {
                loop.execute(() -> part.complete(lookOn(loop, connectionsMax, callsMax)));
            } catch (RejectedExecutionException e) {
                part.complete(new ServerActivity(List.of(), List.of()));
            }
        }
        return CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new)).thenApply(done -> {
            final List<ConnectionActivity> seen = new ArrayList<>();
            final List<CallActivity> calls = new ArrayList<>();
            parts.forEach(part -> {
                seen.addAll(part.join().connections());
                calls.addAll(part.join().calls());
            });
            return new ServerActivity(seen.subList(0, Math.min(seen.size(), connectionsMax)), oldest(calls, callsMax));
        });
    }

    private static List<CallActivity> oldest(List<CallActivity> calls, int callsMax) {
        return calls.stream().sorted(Comparator.comparingLong(CallActivity::beginNanos)).limit(callsMax).toList();
    }

    private ServerActivity lookOn(EventExecutor loop, int connectionsMax, int callsMax) {
        final List<ConnectionActivity> seen = new ArrayList<>();
        final List<CallActivity> calls = new ArrayList<>();
        for (final Connection connection : connections) {
            final Channel channel = channelOn(connection, loop);
            if (channel == null) {
                continue;
            }
            final CallOrigin origin = connection.origin();
            final ConnectionCalls under = connection.calls();
            if (seen.size() < connectionsMax) {
                seen.add(under == null ? new ConnectionActivity(origin, 0, 0)
                    : new ConnectionActivity(origin, under.all().size(), under.transactions().count()));
            }
            if (under != null) {
                under.all().forEach(call -> {
                    final long begin = call.beginNanos();
                    if (begin != 0) {
                        calls.add(new CallActivity(call.name(), origin, begin));
                    }
                });
            }
        }
        return new ServerActivity(seen, oldest(calls, callsMax));
    }

    private static @Nullable Channel channelOn(Connection connection, EventExecutor loop) {
        final ChannelHandlerContext context = connection.channel;
        return context == null || !context.channel().eventLoop().equals(loop) ? null : context.channel();
    }
}
