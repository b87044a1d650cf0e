import { recordOf } from '#contract/unknown-values.ts';

/** Of the file system, of PostgreSQL, and of S3 stores. */
const codes: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  '53100',
  'InsufficientStorage',
  'XMinioStorageFull',
]);
/** The embedded database and ffmpeg only say it in words. */
const words = /no space left on device|disk quota exceeded/i;

/** Nothing more can be stored until someone makes room. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, name, $metadata, cause } = recordOf(error);
  return (
    codes.has(code) ||
    codes.has(name) ||
    recordOf($metadata).httpStatusCode === 507 ||
    words.test(error.message) ||
    isDiskFull(cause)
  );
}
