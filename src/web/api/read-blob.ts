/** Pieces are handed to the browser from this size on; it keeps large ones on disk. */
const pieceBytes = 16 * 1024 * 1024;

/**
 * A stream as one file. Of a large one no more than a piece is in the page's memory.
 * @param onBytes whenever more of it has come
 */
export async function readBlob(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  type: string | null,
  onBytes: () => void,
): Promise<Blob> {
  const pieces: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (value !== undefined) {
      chunks.push(value);
      size += value.byteLength;
    }
    if (done || size >= pieceBytes) {
      pieces.push(new Blob(chunks));
      chunks = [];
      size = 0;
    }
    if (done) return new Blob(pieces, type === null ? {} : { type });
    onBytes();
  }
}
