package io.baton.storage;

import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.RandomDataInput;
import net.openhft.chronicle.bytes.RandomDataOutput;
import net.openhft.chronicle.hash.AbstractData;
import org.jspecify.annotations.Nullable;

/**
 * A value of a Chronicle Map that is not written: an entry made of it has its size and whatever the memory held. Rows
 * are written before they are read, so nobody needs a page of zeros.
 */
final class UndefinedValue extends AbstractData<byte[]> {
    private final int bytes;

    UndefinedValue(int bytes) {
        this.bytes = bytes;
    }

    @Override
    public long size() {
        return bytes;
    }

    @Override
    @SuppressWarnings("rawtypes") // As Chronicle declares it.
    public void writeTo(RandomDataOutput target, long targetOffset) {
        // This is the point of it.
    }

    @Override
    public RandomDataInput bytes() {
        return BytesStore.wrap(get());
    }

    @Override
    public long offset() {
        return 0;
    }

    @Override
    public byte[] get() {
        return new byte[bytes];
    }

    @Override
    public byte[] getUsing(byte @Nullable [] using) {
        return get();
    }
}
