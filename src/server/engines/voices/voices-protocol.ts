export interface VoiceModelFiles {
  segmentation: string;
  embedding: string;
}

export type ToVoices = { load: VoiceModelFiles; threads: number } | { tell: Int16Array };

/** Seconds from the start of the piece; null: the models are loaded. */
export type FromVoices = { start: number; end: number; print: Float32Array | null }[] | null;
