import { describeSettings } from '#server/platform/config.ts';

const begin = '<!-- settings:start';
const end = '<!-- settings:end -->';

/** @throws Error if the markers are missing */
export function readmeWithSettings(readme: string): string {
  const lineEnd = readme.indexOf('\n', readme.indexOf(begin));
  const endAt = readme.indexOf(end);
  if (!readme.includes(begin) || endAt < lineEnd)
    throw new Error('README.md has lost the marks around its settings.');
  return `${readme.slice(0, lineEnd)}\n\n${describeSettings().trim()}\n\n${readme.slice(endAt)}`;
}
