import type { ChosenFile } from '#machines/upload/upload.setup.ts';

export type ChosenFiles = ReturnType<typeof createChosenFiles>;

export function createChosenFiles() {
  const files = new Map<string, File>();
  return {
    keep(file: File): ChosenFile {
      const key = `file-${files.size + 1}`;
      files.set(key, file);
      return { key, name: file.name, sizeBytes: file.size };
    },
    take({ key }: ChosenFile): File {
      const file = files.get(key);
      if (file === undefined) throw new Error(`There is no file with the key ${key}.`);
      return file;
    },
  };
}
