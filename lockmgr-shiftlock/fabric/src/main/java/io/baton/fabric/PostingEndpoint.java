package io.baton.fabric;

/**
 * An endpoint whose verbs travel: a blocking call is a batch of one verb that is posted and awaited. A fabric that
 * extends this implements {@link #post(VerbBatch) post} and {@link #await}, notices and waits.
 */
public abstract class PostingEndpoint implements Endpoint {

    private final VerbBatch batch = new VerbBatch(1);
    private final WordVerb word = new WordVerb();
    private final ReadPair readPair = new ReadPair();
    private final ExtCas extCas = new ExtCas();
    private final ExtFaa extFaa = new ExtFaa();

    /** Makes an endpoint that has posted nothing. */
    protected PostingEndpoint() {
    }

    private void execute(Verb verb) {
        batch.clear();
        batch.add(verb);
        post(batch);
        await(batch);
    }

    @Override
    public final long readWord(long address) {
        execute(word.read(address));
        return word.oldLow();
    }

    @Override
    public final void writeWord(long address, long value) {
        execute(word.write(address, value));
    }

    @Override
    public final long cas(long address, long compare, long swap) {
        execute(word.cas(address, compare, swap));
        return word.oldLow();
    }

    @Override
    public final long faa(long address, long add) {
        execute(word.faa(address, add));
        return word.oldLow();
    }

    @Override
    public final void read(long address, WordPair result) {
        execute(readPair.at(address));
        result.set(readPair.oldLow(), readPair.oldHigh());
    }

    @Override
    public final boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow,
            long swapHigh, WordPair old) {
        execute(extCas.at(address)
            .compareLow(masks.compareLow(), compareLow).compareHigh(masks.compareHigh(), compareHigh)
            .swapLow(masks.swapLow(), swapLow).swapHigh(masks.swapHigh(), swapHigh));
        old.set(extCas.oldLow(), extCas.oldHigh());
        return extCas.succeeded();
    }

    @Override
    public final void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
        execute(extFaa.at(address).addLow(addLow, fields.boundaryLow()).addHigh(addHigh, fields.boundaryHigh()));
        old.set(extFaa.oldLow(), extFaa.oldHigh());
    }
}
