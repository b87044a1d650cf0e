import { saveFile } from '#web/effects/save-file.ts';

/** Offers a text as a Markdown file. */
export const saveMarkdown = (text: string, name: string): void =>
  saveFile(new Blob([text], { type: 'text/markdown' }), `${name.replace(/[\\/:*?"<>|]/gu, ' ').trim()}.md`);
