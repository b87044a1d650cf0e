import type { RecordedPart } from './kept-recordings.ts';

const unreadable = {
  code: 'recordingUnreadable',
  message: 'We couldn’t read a piece of this recording. Nothing was removed; please try again.',
};

/** Copies the sound without re-encoding. All parts have the same codec; the last one may be cut off. */
export async function joinParts(parts: readonly RecordedPart[]): Promise<RecordedPart> {
  const [first, second] = parts;
  if (first === undefined) throw unreadable;
  return second === undefined ? first : copied(first, parts);
}

/** Into one file that says how long it is, so that players can jump in it; what a browser records does not. */
export async function seekable(parts: readonly RecordedPart[]): Promise<RecordedPart> {
  const [first] = parts;
  if (first === undefined) throw unreadable;
  return copied(first, parts);
}

async function copied(first: RecordedPart, parts: readonly RecordedPart[]): Promise<RecordedPart> {
  const {
    ALL_FORMATS,
    BlobSource,
    BufferTarget,
    EncodedAudioPacketSource,
    EncodedPacketSink,
    Input,
    Mp4OutputFormat,
    Output,
    WebMOutputFormat,
  } = await import('mediabunny');
  const target = new BufferTarget();
  const isWebM = first.mimeType.includes('webm');
  const output = new Output({ format: isWebM ? new WebMOutputFormat() : new Mp4OutputFormat(), target });
  let source: InstanceType<typeof EncodedAudioPacketSource> | null = null;
  let end = 0;
  for (const part of parts) {
    const input = new Input({ source: new BlobSource(part.sound), formats: ALL_FORMATS });
    try {
      const track = await input.getPrimaryAudioTrack();
      const codec = track?.codec;
      if (!track || !codec) throw unreadable;
      if (source === null) {
        source = new EncodedAudioPacketSource(codec);
        output.addAudioTrack(source);
        await output.start();
      }
      const decoderConfig = await track.getDecoderConfig();
      const begin = end;
      let shift: number | null = null;
      for await (const packet of new EncodedPacketSink(track).packets()) {
        shift ??= begin - packet.timestamp;
        const timestamp = packet.timestamp + shift;
        end = Math.max(end, timestamp + packet.duration);
        await source.add(packet.clone({ timestamp }), decoderConfig ? { decoderConfig } : {});
      }
    } finally {
      input.dispose();
    }
  }
  await output.finalize();
  if (target.buffer === null) throw unreadable;
  return { mimeType: first.mimeType, sound: new Blob([target.buffer], { type: first.mimeType }) };
}
