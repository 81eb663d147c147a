package io.baton.explore;

import io.baton.explore.scenario.Wording;
import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Doorbell;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.PostingEndpoint;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbCounters;
import io.baton.fabric.WordVerb;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** An endpoint of an {@link ThreadedExecution}: every verb stops the calling thread before it takes effect. */
final class ControlledEndpoint extends PostingEndpoint {

    private final ThreadedExecution execution;
    private final ControlledFabric process;
    private final int index;
    private final long route;
    private final VerbCounters counters = new VerbCounters();

    ControlledEndpoint(ThreadedExecution execution, ControlledFabric process, int index) {
        this.execution = execution;
        this.process = process;
        this.index = index;
        this.route = state().route;
    }

    private EndpointState state() {
        return execution.global().endpoints[index];
    }

    @Override
    public long route() {
        return route;
    }

    private RequestAnswer post(PostedRequest request) {
        final Actor actor = execution.current();
        if (state().broken) {
            throw lost();
        }
        final RequestAnswer answer = actor.post(request);
        if (answer.refused() || actor.gaveUp()) {
            execution.interact(new Interaction.Lose(index));
            throw lost();
        }
        actor.see(answer.low());
        actor.see(answer.high());
        return answer;
    }

    private ConnectionLostException lost() {
        return new ConnectionLostException("client " + Route.toString(route) + " has lost its connection");
    }

    /** One verb after the other: others may come in between, as on real adapters. */
    @Override
    public void post(VerbBatch batch) {
        long stopped = 0;
        for (int i = 0; i < batch.size(); i++) {
            final long server = 1L << process.server(batch.verb(i).address());
            final boolean goesOn = (stopped & server) == 0;
            if (goesOn) {
                execute(batch.verb(i));
            }
            batch.executed(i, goesOn);
            stopped |= goesOn && !batch.goesOn(i) ? server : 0;
        }
    }

    private void execute(Verb one) {
        final RequestAnswer answer = post(PostedRequest.of(index, one));
        one.complete(answer.low(), one instanceof WordVerb ? 0 : answer.high());
    }

    /** It was waited for when it was posted. */
    @Override
    public void await(VerbBatch batch) {
    }

    @Override
    public SendStatus send(long receiver, DirectBuffer buffer, int offset, int length) {
        final byte[] notice = new byte[length];
        buffer.getBytes(offset, notice);
        final Wording.Role role = execution.global().scenario.wording().role(new UnsafeBuffer(notice));
        if (role == Wording.Role.HEARTBEAT) {
            process.keepHeartbeat(notice);
        }
        if (role == Wording.Role.HEARTBEAT_ANSWER && execution.isExploring()) {
            return SendStatus.SENT;
        }
        final Actor actor = execution.current();
        final RequestAnswer answer = actor.post(PostedRequest.send(index, receiver, notice));
        final SendStatus status = actor.gaveUp() ? SendStatus.UNKNOWN : answer.status();
        actor.see(status.name().hashCode());
        return status;
    }

    @Override
    public int receive(NoticeHandler handler) {
        final Actor actor = execution.current();
        final int received = (int) execution.interact(new Interaction.Count(index));
        actor.see(received);
        for (int i = 0; i < received; i++) {
            final byte[] notice = state().mailbox[i];
            actor.see(execution.interact(new Interaction.Read(index, i)));
            handler.onNotice(new UnsafeBuffer(notice), 0, notice.length);
        }
        execution.interact(new Interaction.Drop(index, received));
        return received;
    }

    @Override
    public void awaitNotice(long deadlineNanos) {
        execution.current().await(StepKind.AWAIT_NOTICE, index, ThreadState.NONE, null, deadlineNanos);
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        execution.current().await(StepKind.AWAIT_WORD, index, ThreadState.NONE,
            new NextStep.Word(address, mask, value & mask), deadlineNanos);
    }

    @Override
    public void wake() {
        throw new UnsupportedOperationException("waits of an exploration end by notices, words and deadlines only");
    }

    @Override
    public void listener(@Nullable Doorbell listener) {
        execution.interact(new Interaction.Listen(index,
            listener instanceof ControlledDoorbell bell ? bell.index() : ThreadState.NONE));
    }

    @Override
    public VerbCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        execution.interact(new Interaction.Close(index));
    }
}
