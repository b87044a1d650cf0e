import type { Upload } from '#contract/uploads.ts';
import { AudioUnreadable, audioErrorCodes, DecoderMissing } from '#server/engines/audio/errors.ts';

type UploadError = NonNullable<Upload['error']>;

/** What users read of a rejected upload, whatever was stored: never what a decoder or an exception said. */
export function shownUploadError(error: UploadError): UploadError {
  const code = audioErrorCodes.find((known) => known === error.code) ?? 'audioUnreadable';
  if (code === 'decoderMissing') return { code, message: DecoderMissing.forUser };
  const isOwnWords = code === error.code && (code !== 'audioUnreadable' || isOfZip(error.message));
  return { code, message: isOwnWords ? error.message : AudioUnreadable.forUser };
}

const isOfZip = (message: string) => message.endsWith(`” in this zip: ${AudioUnreadable.forUser}`);
