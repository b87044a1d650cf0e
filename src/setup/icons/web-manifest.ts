import { incoming } from '../../contract/incoming-recordings.ts';

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${purpose === 'any' ? '' : 'maskable-'}${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** What a phone or a desktop needs to install the app, and to offer it where another app shares a recording. */
export const webManifest = {
  id: '/campaign',
  name: 'Hearthscribe',
  short_name: 'Hearthscribe',
  description: 'Less note-taking, more world-building',
  lang: 'en',
  start_url: '/campaign',
  scope: '/',
  display: 'standalone',
  // As tokens.css: a manifest has one color for light and dark.
  background_color: '#17120e',
  theme_color: '#2b1a10',
  categories: ['productivity', 'entertainment'],
  share_target: {
    action: incoming.path,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: incoming.field, accept: ['audio/*'] }] },
  },
  icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
};
