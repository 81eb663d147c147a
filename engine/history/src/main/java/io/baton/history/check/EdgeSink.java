package io.baton.history.check;

/** Takes the edges of the dependency graph, one after the other. */
interface EdgeSink {

    /**
     * Takes an edge.
     *
     * @param from who comes first
     * @param to who comes after
     * @param kind why
     * @param place table and index of the row or prefix
     * @param key its key
     * @param version the version that the second wrote (WW), read (WR), or that the first read (RW, PHANTOM)
     */
    void edge(int from, int to, EdgeKind kind, int place, long key, long version);
}
