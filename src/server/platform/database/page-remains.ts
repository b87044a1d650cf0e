/** PostgreSQL's, as it was compiled for PGlite. */
export const PAGE_BYTES = 8192;
const PAGES_IN_FILE = 131_072;

const HEADER_BYTES = 24;
const PAGE_AND_LAYOUT = PAGE_BYTES | 4;
const INDEX_TAIL_BYTES = 16;
/** Larger ones mark indexes of other kinds than btree. */
const LARGEST_BTREE_CYCLE = 0xff7f;

const nothing = Buffer.alloc(PAGE_BYTES);

/** Of a file of rows or of an index in a database's folder; null for maps, the log and others. */
export function firstPageOf(name: string, folder: string): number | null {
  const found = /^(?:global|\d+)$/.test(folder) ? /^\d+(?:\.(?<part>\d+))?$/.exec(name) : null;
  return found && Number(found.groups?.part ?? 0) * PAGES_IN_FILE;
}

/**
 * Overwrites the unused middle of a page of rows or of a btree, where rows that were removed are still to be read. PostgreSQL
 * never reads it, and leaves it out of its log.
 */
export function clearRemains(page: Buffer, number: number): void {
  const lower = page.readUInt16LE(12);
  const upper = page.readUInt16LE(14);
  const special = page.readUInt16LE(16);
  const isPage = page.readUInt16LE(18) === PAGE_AND_LAYOUT;
  if (!isPage || lower < HEADER_BYTES || lower > upper || upper > special || special > PAGE_BYTES) return;
  const hasRows = special === PAGE_BYTES;
  const isBtree =
    special === PAGE_BYTES - INDEX_TAIL_BYTES && page.readUInt16LE(PAGE_BYTES - 2) <= LARGEST_BTREE_CYCLE;
  if (!hasRows && !isBtree) return;
  const unused = page.subarray(lower, upper);
  if (unused.equals(nothing.subarray(0, unused.length))) return;
  unused.fill(0);
  if (page.readUInt16LE(8) !== 0) page.writeUInt16LE(checksumOf(page, number), 8);
}

const LANES = 32;
const PRIME = 16_777_619;
const offsets = [
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
];

/** As PostgreSQL computes it: FNV-1a in 32 lanes, of the page with no checksum in it. */
function checksumOf(page: Buffer, number: number): number {
  const sums = Int32Array.from(offsets);
  const mix = (lane: number, value: number) => {
    const mixed = (sums[lane] ?? 0) ^ value;
    sums[lane] = Math.imul(mixed, PRIME) ^ (mixed >>> 17);
  };
  for (let at = 0; at < PAGE_BYTES; at += 4)
    mix((at / 4) % LANES, at === 8 ? page.readInt32LE(at) & ~0xffff : page.readInt32LE(at));
  for (let lane = 0; lane < 2 * LANES; lane += 1) mix(lane % LANES, 0);
  const folded = (sums.reduce((all, sum) => all ^ sum, 0) ^ number) >>> 0;
  return (folded % 65_535) + 1;
}
