/** Runs sherpa-onnx's models of voices in a process of its own: damaged ones end it, and its work can only be stopped by ending it. */
import { createRequire } from 'node:module';
import { answerParent } from '../models/answer-parent.ts';
import { voicesOfSpans } from './cluster.ts';
import { VOICE_SAMPLE_RATE } from './port.ts';
import type { FromVoices, ToVoices } from './voices-protocol.ts';

interface Diarization {
  process(samples: Float32Array): { start: number; end: number; speaker: number }[];
}
interface Stream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void;
  inputFinished(): void;
}
interface Extractor {
  createStream(): Stream;
  compute(stream: Stream, enableExternalBuffer: boolean): Float32Array;
}
interface Sherpa {
  OfflineSpeakerDiarization: new (config: object) => Diarization;
  SpeakerEmbeddingExtractor: new (config: object) => Extractor;
}

/** The default embeds each second ten times; the turns are the same. */
const WINDOW_SHIFT_RATIO = 0.5;
/** It only cuts here, so two voices in one span are worse than one voice in two. */
const TIGHT_THRESHOLD = 0.35;
const LEAST_ON_SECONDS = 0.3;
const LEAST_OFF_SECONDS = 0.5;
/** Shorter ones say little about a voice. */
const LEAST_PRINT_SECONDS = 0.5;
const MOST_PRINT_SECONDS = 20;

let models: { diarization: Diarization; extractor: Extractor } | null = null;

answerParent<ToVoices, FromVoices>(async (question) => {
  if ('load' in question) {
    const sherpa: Sherpa = createRequire(import.meta.url)('sherpa-onnx-node');
    const { threads: numThreads, load } = question;
    const embedding = { model: load.embedding, numThreads, debug: false, provider: 'cpu' };
    models = {
      diarization: new sherpa.OfflineSpeakerDiarization({
        segmentation: {
          pyannote: { model: load.segmentation, windowShiftRatio: WINDOW_SHIFT_RATIO },
          numThreads,
          debug: false,
          provider: 'cpu',
        },
        embedding,
        clustering: { numClusters: -1, threshold: TIGHT_THRESHOLD },
        minDurationOn: LEAST_ON_SECONDS,
        minDurationOff: LEAST_OFF_SECONDS,
      }),
      extractor: new sherpa.SpeakerEmbeddingExtractor(embedding),
    };
    return null;
  }
  if ('link' in question) return { linked: voicesOfSpans(question.link, question) };
  if (models === null) throw new Error('No model is loaded.');
  const { diarization, extractor } = models;
  if ('parts' in question)
    return {
      prints: question.parts.map((part) => {
        const seconds = part.length / VOICE_SAMPLE_RATE;
        return seconds < LEAST_PRINT_SECONDS ? null : printOf(extractor, floats(part), 0, seconds);
      }),
    };
  const samples = floats(question.tell);
  return {
    spans: diarization.process(samples).map(({ start, end }) => ({
      start,
      end,
      print: end - start < LEAST_PRINT_SECONDS ? null : printOf(extractor, samples, start, end),
    })),
  };
});

const floats = (samples: Int16Array) => Float32Array.from(samples, (sample) => sample / 32_768);

function printOf(extractor: Extractor, samples: Float32Array, start: number, end: number): Float32Array {
  const until = Math.min(end, start + MOST_PRINT_SECONDS);
  const stream = extractor.createStream();
  stream.acceptWaveform({
    samples: samples.subarray(Math.floor(start * VOICE_SAMPLE_RATE), Math.ceil(until * VOICE_SAMPLE_RATE)),
    sampleRate: VOICE_SAMPLE_RATE,
  });
  stream.inputFinished();
  return Float32Array.from(extractor.compute(stream, false));
}
