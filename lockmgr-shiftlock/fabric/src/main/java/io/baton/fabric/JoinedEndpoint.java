package io.baton.fabric;

/** One client of a {@link JoinedFabric}: addresses are told apart on their way, and are as before afterwards. */
final class JoinedEndpoint extends ForwardingEndpoint {

    private final JoinedFabric fabric;
    /** The original addresses of a posted batch; grows as needed. */
    private long[] before = new long[8];

    JoinedEndpoint(Endpoint endpoint, JoinedFabric fabric) {
        super(endpoint);
        this.fabric = fabric;
    }

    @Override
    public long readWord(long address) {
        return super.readWord(fabric.apart(address));
    }

    @Override
    public void writeWord(long address, long value) {
        super.writeWord(fabric.apart(address), value);
    }

    @Override
    public long cas(long address, long compare, long swap) {
        return super.cas(fabric.apart(address), compare, swap);
    }

    @Override
    public long faa(long address, long add) {
        return super.faa(fabric.apart(address), add);
    }

    @Override
    public void read(long address, WordPair result) {
        super.read(fabric.apart(address), result);
    }

    @Override
    public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow, long swapHigh,
            WordPair old) {
        return super.extCas(fabric.apart(address), masks, compareLow, compareHigh, swapLow, swapHigh, old);
    }

    @Override
    public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
        super.extFaa(fabric.apart(address), fields, addLow, addHigh, old);
    }

    @Override
    public void post(VerbBatch batch) {
        tellApart(batch);
        boolean posted = false;
        try {
            super.post(batch);
            posted = true;
        } finally {
            if (!posted) {
                putBack(batch);
            }
        }
    }

    @Override
    public void await(VerbBatch batch) {
        try {
            super.await(batch);
        } finally {
            putBack(batch);
        }
    }

    @Override
    public void execute(VerbBatch batch) {
        post(batch);
        await(batch);
    }

    private void tellApart(VerbBatch batch) {
        if (before.length < batch.size()) {
            before = new long[VerbBatch.VERBS_MAX];
        }
        for (int i = 0; i < batch.size(); i++) {
            if (!(batch.verb(i) instanceof Call)) {
                fabric.apart(batch.verb(i).address());
            }
        }
        for (int i = 0; i < batch.size(); i++) {
            final Verb verb = batch.verb(i);
            before[i] = verb.address();
            if (!(verb instanceof Call)) {
                verb.address(fabric.apart(before[i]));
            }
        }
    }

    private void putBack(VerbBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            batch.verb(i).address(before[i]);
        }
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        super.awaitWord(fabric.apart(address), mask, value, deadlineNanos);
    }
}
