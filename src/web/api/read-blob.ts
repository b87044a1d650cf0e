/** The browser keeps large blobs on disk. */
const pieceBytes = 16 * 1024 * 1024;

/** With at most one piece in memory. @param onBytes called as data arrives */
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
