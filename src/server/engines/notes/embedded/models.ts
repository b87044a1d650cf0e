import { totalmem } from 'node:os';
import type { NotesHereSettings } from '#server/platform/config.ts';
import { bytesOf, type DownloadableModel } from '../../models/fetch-model.ts';

export interface NotesModel extends DownloadableModel {
  id: NonNullable<NotesHereSettings['model']>;
  /** What a computer must have, and what the model takes while it writes. */
  computerBytes: number;
  memoryBytes: number;
}

const GIBIBYTE = 1024 ** 3;
const HUGGING_FACE = 'https://huggingface.co';

/** All Apache-2.0. The first that a computer has memory for is used. */
export const notesModels: readonly NotesModel[] = [
  {
    id: 'gemma-4-e4b',
    name: 'Gemma 4 E4B',
    url: `${HUGGING_FACE}/lmstudio-community/gemma-4-E4B-it-GGUF/resolve/99210a71094c6aa8559f764e0cadedd7d89de94d`,
    files: [
      {
        name: 'gemma-4-E4B-it-Q4_K_M.gguf',
        bytes: 5_335_291_936,
        sha256: '0ffb122c8b6921f13cbc34186e052524d0b5803b17f4867b7197a561400b3770',
      },
    ],
    computerBytes: 15 * GIBIBYTE,
    memoryBytes: 7 * GIBIBYTE,
  },
  {
    id: 'qwen3-4b',
    name: 'Qwen3 4B Instruct',
    url: `${HUGGING_FACE}/bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF/resolve/ae44f08e1392f39c0e474af10c3ff8355c8b6688`,
    files: [
      {
        name: 'Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
        bytes: 2_497_280_736,
        sha256: '2fde00ce69dd4899c70d020845e2638353015bba0fdf161b3eb965f2bca4464e',
      },
    ],
    computerBytes: 7 * GIBIBYTE,
    memoryBytes: 4.5 * GIBIBYTE,
  },
  {
    id: 'granite-4-tiny',
    name: 'Granite 4.0 H Tiny',
    url: `${HUGGING_FACE}/ibm-granite/granite-4.0-h-tiny-GGUF/resolve/08d5a8a9741dd5c1a95d2d39e25253226aa1464e`,
    files: [
      {
        name: 'granite-4.0-h-tiny-Q4_K_M.gguf',
        bytes: 4_230_976_352,
        sha256: '5a38b08c441ae1adbafb1d2b8a7167e0d48734d83af68b268cefea1eec553dcd',
      },
    ],
    computerBytes: 15 * GIBIBYTE,
    memoryBytes: 5 * GIBIBYTE,
  },
];

/** Containers may have less than the computer. */
export const memoryOfThisComputer = (): number => {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
};

/** The one that was chosen, or the best for this much memory; the smallest if there is too little. */
export function modelFor(
  chosen: NotesHereSettings['model'],
  memory: number,
  models: readonly NotesModel[] = notesModels,
): NotesModel | undefined {
  if (chosen !== null) return models.find(({ id }) => id === chosen);
  return (
    models.find(({ computerBytes }) => computerBytes <= memory) ??
    [...models].sort((one, other) => bytesOf(one) - bytesOf(other))[0]
  );
}
