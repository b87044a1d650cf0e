import { useApp } from './site-provider.tsx';

/** Offers a text as a Markdown file. */
export function useSaveMarkdown() {
  const { saveFile } = useApp();
  return (text: string, name: string) =>
    saveFile(new Blob([text], { type: 'text/markdown' }), `${name.replace(/[\\/:*?"<>|]/gu, ' ').trim()}.md`);
}
