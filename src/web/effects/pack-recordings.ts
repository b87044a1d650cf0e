import { naturalOrder } from '#contract/recording-archives.ts';

const version = 45;
const utf8 = 1 << 11;
const elsewhere = 0xffff_ffff;

function bytesOf(
  ...numbers: readonly (readonly [width: 2 | 4 | 8, value: number])[]
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(numbers.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of numbers) {
    if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += width;
  }
  return bytes;
}

/** The same for the same file: in UTC. */
function dosTime(milliseconds: number) {
  const at = new Date(milliseconds);
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date =
    (Math.max(0, at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [
    [2, time],
    [2, date & 0xffff],
  ] as const;
}

/** Packs without compressing, copying or checksums (decision 066). The same files give the same bytes. */
export function packRecordings(chosen: readonly File[]): File {
  const files = chosen.toSorted((first, second) => naturalOrder(first.name, second.name));
  const content: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let directoryBytes = 0;
  for (const [index, file] of files.entries()) {
    const name = new TextEncoder().encode(`${index + 1}/${file.name}`);
    const about = bytesOf(
      [2, version],
      [2, utf8],
      [2, 0],
      ...dosTime(file.lastModified),
      [4, 0],
      [4, elsewhere],
      [4, elsewhere],
    );
    const sizes = [
      [8, file.size],
      [8, file.size],
    ] as const;
    const header = [
      bytesOf([4, 0x04034b50]),
      about,
      bytesOf([2, name.length], [2, 20]),
      name,
      bytesOf([2, 1], [2, 16], ...sizes),
    ];
    const entry = [
      bytesOf([4, 0x02014b50], [2, version]),
      about,
      bytesOf([2, name.length], [2, 28], [2, 0], [2, 0], [2, 0], [4, 0], [4, elsewhere]),
      name,
      bytesOf([2, 1], [2, 24], ...sizes, [8, offset]),
    ];
    content.push(...header, file);
    directory.push(...entry);
    offset += lengthOf(header) + file.size;
    directoryBytes += lengthOf(entry);
  }
  const count = files.length;
  const end = bytesOf(
    ...([
      [4, 0x06064b50],
      [8, 44],
      [2, version],
      [2, version],
      [4, 0],
      [4, 0],
    ] as const),
    ...([
      [8, count],
      [8, count],
      [8, directoryBytes],
      [8, offset],
    ] as const),
    ...([
      [4, 0x07064b50],
      [4, 0],
      [8, offset + directoryBytes],
      [4, 1],
    ] as const),
    ...([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
    ] as const),
    ...([
      [4, elsewhere],
      [4, elsewhere],
      [2, 0],
    ] as const),
  );
  const [first] = files;
  return new File(
    [...content, ...directory, end],
    `${first?.name.replace(/\.[^.]*$/, '')} and ${count - 1} more.zip`,
    {
      type: 'application/zip',
      lastModified: Math.max(...files.map(({ lastModified }) => lastModified)),
    },
  );
}

const lengthOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { length }) => sum + length, 0);
