/** Path of the image that other sites show with a link to a page (1200 × 630), made by `npm run social-images`. */
export const socialImageOf = (path: string): string =>
  `/social/${path === '/' ? 'start' : path.slice(1).replaceAll('/', '-')}.png`;
