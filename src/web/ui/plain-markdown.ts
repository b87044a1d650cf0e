/** Words for a Markdown file: marks in them stay words, and line breaks become spaces. */
export const plainMarkdown = (text: string): string =>
  text.replace(/[\\`*_[\]<>#]/gu, '\\$&').replace(/\s+/gu, ' ');
