/** Both included. */
interface ByteRange {
  start: number;
  end: number;
}

/** Null: send the whole file (no, invalid or several ranges, or another version in `If-Range`; RFC 9110). */
export function byteRangeOf(
  headers: Headers,
  file: { size: number; etag: string },
): ByteRange | 'unsatisfiable' | null {
  const ifRange = headers.get('if-range');
  if (ifRange !== null && ifRange.trim() !== file.etag) return null;
  const [matched, first = '', last = ''] =
    /^bytes=(\d*)-(\d*)$/.exec(headers.get('range')?.trim() ?? '') ?? [];
  if (matched === undefined || (first === '' && last === '')) return null;
  const lastByte = file.size - 1;
  if (first === '') {
    const length = Math.min(Number(last), file.size);
    return length === 0 ? 'unsatisfiable' : { start: file.size - length, end: lastByte };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  return start > lastByte
    ? 'unsatisfiable'
    : { start, end: last === '' ? lastByte : Math.min(Number(last), lastByte) };
}
