package io.baton.testing.disk;

import java.util.Arrays;

/** The bytes of a file at one moment. Immutable; pages are shared with the contents before and after. */
final class Content {
    static final int PAGE_BYTES = 4096;
    static final int SECTOR_BYTES = 512;
    static final Content EMPTY = new Content(new byte[0][], 0);

    private static final byte[] ZEROS = new byte[PAGE_BYTES];

    /** Pages of zeros may be {@link #ZEROS} or lie behind the end of the array; all bytes behind the size are zeros. */
    private final byte[][] pages;
    private final long size;

    private Content(byte[][] pages, long size) {
        this.pages = pages;
        this.size = size;
    }

    long size() {
        return size;
    }

    /** Copies bytes from an offset on; what lies behind the size reads as zeros. */
    void copy(long offset, byte[] target, int from, int bytes) {
        int done = 0;
        while (done < bytes) {
            long at = offset + done;
            int inPage = (int) (at % PAGE_BYTES);
            int count = Math.min(bytes - done, PAGE_BYTES - inPage);
            System.arraycopy(page(at / PAGE_BYTES), inPage, target, from + done, count);
            done += count;
        }
    }

    byte[] bytes(long offset, int bytes) {
        byte[] copy = new byte[bytes];
        copy(offset, copy, 0, bytes);
        return copy;
    }

    private byte[] page(long index) {
        return index < pages.length ? pages[(int) index] : ZEROS;
    }

    Editor edit() {
        return new Editor(this);
    }

    /** Makes a changed content, copying only the pages that change, so that zeros cost no memory. One thread. */
    static final class Editor {
        private byte[][] pages;
        private boolean[] own;
        private long size;

        private Editor(Content content) {
            pages = content.pages.clone();
            own = new boolean[pages.length];
            size = content.size;
        }

        long size() {
            return size;
        }

        /** Writes bytes; the file grows if they end behind its size. */
        Editor write(long offset, byte[] source, int from, int bytes) {
            if (bytes > 0 && offset + bytes > size) {
                resize(offset + bytes);
            }
            int done = 0;
            while (done < bytes) {
                long at = offset + done;
                int inPage = (int) (at % PAGE_BYTES);
                int count = Math.min(bytes - done, PAGE_BYTES - inPage);
                int page = (int) (at / PAGE_BYTES);
                int start = from + done;
                if (!Arrays.equals(pages[page], inPage, inPage + count, source, start, start + count)) {
                    System.arraycopy(source, start, ownPage(page), inPage, count);
                }
                done += count;
            }
            return this;
        }

        /** Sets the size; what is cut off reads as zeros when the file grows again. */
        Editor resize(long newSize) {
            int count = Math.toIntExact((newSize + PAGE_BYTES - 1) / PAGE_BYTES);
            int before = pages.length;
            if (count != before) {
                pages = Arrays.copyOf(pages, count);
                own = Arrays.copyOf(own, count);
                if (count > before) {
                    Arrays.fill(pages, before, count, ZEROS);
                }
            }
            int inPage = (int) (newSize % PAGE_BYTES);
            if (newSize < size && inPage > 0) {
                Arrays.fill(ownPage(count - 1), inPage, PAGE_BYTES, (byte) 0);
            }
            size = newSize;
            return this;
        }

        /** Makes the content; this editor is of no use any more. */
        Content build() {
            return new Content(pages, size);
        }

        private byte[] ownPage(int index) {
            if (!own[index]) {
                pages[index] = pages[index].clone();
                own[index] = true;
            }
            return pages[index];
        }
    }
}
