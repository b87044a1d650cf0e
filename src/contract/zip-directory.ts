export interface ZipEntry {
  name: string;
  method: 'stored' | 'deflated';
  storedBytes: number;
  sizeBytes: number;
  offset: number;
  /** Milliseconds since 1980, in the time zone of the packing program; null if unknown. */
  modifiedMs: number | null;
}

export interface ZipSource {
  sizeBytes: number;
  read(offset: number, length: number): Promise<Uint8Array>;
  text(bytes: Uint8Array): string;
}

export class ZipRefused extends Error {
  override readonly name = 'ZipRefused';
}

const END = 0x06054b50;
const END_BYTES = 22;
const END_64 = 0x06064b50;
const END_64_BYTES = 56;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_BYTES = 20;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const FILE = 0x04034b50;
const FILE_BYTES = 30;
/** Zip64: the number is in a field of its own. */
const ELSEWHERE = 0xffff_ffff;
const FIELD_64 = 1;
const LONGEST_COMMENT = 65_535;
const NO_DATE = 0x21;
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const MOST_ENTRIES = 4000;
const MOST_DIRECTORY_BYTES = 4 * 1024 * 1024;

const damaged = () => new ZipRefused('We could not read this zip. Unpack it, and choose its recordings.');

export function isZip(head: Uint8Array): boolean {
  const [first, second, third] = head;
  return first === 0x50 && second === 0x4b && (third === 3 || third === 5);
}

/** From the directory at the end (APPNOTE 6.3, with Zip64), without folders. @throws ZipRefused */
export async function readZipDirectory(
  source: ZipSource,
  { mostEntries = MOST_ENTRIES } = {},
): Promise<ZipEntry[]> {
  const { offset, length, count } = await findDirectory(source);
  if (count > mostEntries || length > MOST_DIRECTORY_BYTES)
    throw new ZipRefused('This zip has too many files. Choose its recordings without the rest.');
  const directory = await view(source, offset, length);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= length && directory.getUint32(at, true) === ENTRY; ) {
    const nameBytes = directory.getUint16(at + 28, true);
    const fieldBytes = directory.getUint16(at + 30, true);
    const commentBytes = directory.getUint16(at + 32, true);
    const end = at + ENTRY_BYTES + nameBytes + fieldBytes;
    if (end > length) throw damaged();
    const name = source.text(
      new Uint8Array(directory.buffer, directory.byteOffset + at + ENTRY_BYTES, nameBytes),
    );
    if (!name.endsWith('/')) entries.push(await entryAt(source, directory, at, name, end));
    at = end + commentBytes;
  }
  if (entries.length === 0 && count > 0 && length > 0 && directory.getUint32(0, true) !== ENTRY)
    throw damaged();
  return entries;
}

async function findDirectory(source: ZipSource) {
  const tailBytes = Math.min(source.sizeBytes, END_BYTES + LONGEST_COMMENT);
  const tailOffset = source.sizeBytes - tailBytes;
  const tail = await view(source, tailOffset, tailBytes);
  let at = tailBytes - END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw damaged();
  const locatorAt = at - LOCATOR_64_BYTES;
  if (locatorAt >= 0 && tail.getUint32(locatorAt, true) === LOCATOR_64) {
    const end = await view(source, Number(tail.getBigUint64(locatorAt + 8, true)), END_64_BYTES);
    if (end.getUint32(0, true) !== END_64) throw damaged();
    const number = (field: number) => Number(end.getBigUint64(field, true));
    return { count: number(32), length: number(40), offset: number(48) };
  }
  return {
    count: tail.getUint16(at + 10, true),
    length: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true),
  };
}

async function entryAt(
  source: ZipSource,
  directory: DataView,
  at: number,
  name: string,
  end: number,
): Promise<ZipEntry> {
  const flags = directory.getUint16(at + 8, true);
  const method = directory.getUint16(at + 10, true);
  if ((flags & 1) === 1)
    throw new ZipRefused('This zip is protected by a password. Unpack it, and choose its recordings.');
  if (method !== 0 && method !== 8) throw damaged();
  const [storedBytes, sizeBytes, headerAt] = numbersOf(directory, at, end);
  const header = await view(source, headerAt, FILE_BYTES);
  if (header.getUint32(0, true) !== FILE) throw damaged();
  const offset = headerAt + FILE_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  const isWhole = offset + storedBytes <= source.sizeBytes && (method === 8 || storedBytes === sizeBytes);
  if (!isWhole) throw damaged();
  const modifiedMs = timeOf(directory.getUint16(at + 14, true), directory.getUint16(at + 12, true));
  return { name, method: method === 0 ? 'stored' : 'deflated', storedBytes, sizeBytes, offset, modifiedMs };
}

/** Two seconds are the smallest step. The first day of 1980 stands for none. */
function timeOf(date: number, time: number): number | null {
  if (date <= NO_DATE) return null;
  const [year, month] = [date >> 9, (date >> 5) & 15];
  const leap = year % 4 === 0 && month > 2 ? 1 : 0;
  const days = year * 365 + ((year + 3) >> 2) + (DAYS_BEFORE[month - 1] ?? 0) + leap + (date & 31);
  return (days * 86_400 + (time >> 11) * 3600 + ((time >> 5) & 63) * 60 + (time & 31) * 2) * 1000;
}

function numbersOf(directory: DataView, at: number, end: number): [number, number, number] {
  let fieldAt = at + ENTRY_BYTES + directory.getUint16(at + 28, true);
  let fieldEnd = fieldAt;
  while (fieldAt + 4 <= end) {
    fieldEnd = fieldAt + 4 + directory.getUint16(fieldAt + 2, true);
    if (directory.getUint16(fieldAt, true) === FIELD_64) break;
    fieldAt = fieldEnd;
  }
  let next = fieldAt + 4;
  const number = (field: number) => {
    const value = directory.getUint32(at + field, true);
    if (value !== ELSEWHERE) return value;
    if (next + 8 > Math.min(fieldEnd, end)) throw damaged();
    next += 8;
    return Number(directory.getBigUint64(next - 8, true));
  };
  // In the Zip64 field, the size comes before the packed size.
  const sizeBytes = number(24);
  return [number(20), sizeBytes, number(42)];
}

async function view(source: ZipSource, offset: number, length: number): Promise<DataView> {
  if (offset < 0 || !Number.isSafeInteger(offset) || offset + length > source.sizeBytes) throw damaged();
  const bytes = await source.read(offset, length);
  if (bytes.byteLength < length) throw damaged();
  return new DataView(bytes.buffer, bytes.byteOffset, length);
}
