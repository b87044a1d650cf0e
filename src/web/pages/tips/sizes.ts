/** Default limits of an upload (src/server/platform/settings.ts). */
export const uploadLimits = { bytes: 2 * 1024 ** 3, hours: 12 } as const;

interface RecordingFormat {
  readonly name: string;
  readonly kilobitsPerSecond: number;
  readonly remark: string;
}

export const recordingFormats: readonly RecordingFormat[] = [
  {
    name: 'Opus, 32 kbit/s, mono',
    kilobitsPerSecond: 32,
    remark: 'enough for speech, if your app offers it',
  },
  { name: 'MP3, 64 kbit/s, mono', kilobitsPerSecond: 64, remark: 'our advice' },
  { name: 'M4A (AAC), 96 kbit/s, mono', kilobitsPerSecond: 96, remark: 'what many phones make' },
  { name: 'MP3, 192 kbit/s, stereo', kilobitsPerSecond: 192, remark: 'no gain for speech' },
  { name: 'WAV, 16 bit, 44.1 kHz, mono', kilobitsPerSecond: 705.6, remark: 'fits, uploads slowly' },
  { name: 'WAV, 24 bit, 48 kHz, stereo', kilobitsPerSecond: 2304, remark: 'too large for a long evening' },
];

export const bytesAnHour = (format: RecordingFormat): number => (format.kilobitsPerSecond * 1000 * 3600) / 8;

/** Hours that fit into one upload, rounded down to half hours, up to the longest allowed recording. */
export const hoursThatFit = (format: RecordingFormat): number =>
  Math.min(uploadLimits.hours, Math.floor((uploadLimits.bytes / bytesAnHour(format)) * 2) / 2);

/** Megabytes of a million bytes, as file managers and phones show them. */
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en-US')} MB`;
