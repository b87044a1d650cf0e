import type { ChosenFile } from '#machines/upload/upload.setup.ts';

export interface ChosenFiles {
  keep(file: File): ChosenFile;
  take(chosen: ChosenFile): File;
}

export function createChosenFiles(): ChosenFiles {
  const files = new Map<string, File>();
  return {
    keep(file) {
      const key = `file-${files.size + 1}`;
      files.set(key, file);
      return { key, name: file.name, sizeBytes: file.size };
    },
    take({ key }) {
      const file = files.get(key);
      if (file === undefined) throw new Error(`There is no file with the key ${key}.`);
      return file;
    },
  };
}
