/** Path of the picture of a page that others show with a link to it (1200 × 630), made by `npm run social-images`. */
export const socialImageOf = (path: string): string =>
  `/social/${path === '/' ? 'start' : path.slice(1).replaceAll('/', '-')}.png`;
