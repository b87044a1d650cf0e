export interface AppPicture {
  /** Below `src/web/public`, written by `npm run landing-pictures`. */
  readonly file: string;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

export const largestPictureBytes = 90_000;

const wide = { width: 1440, height: 900, scale: 1 };
const phone = { width: 375, height: 640, scale: 2 };

const inTheme = (theme: 'light' | 'dark') => ({
  wide: { file: `/pictures/session-${theme}.webp`, theme, ...wide },
  phone: { file: `/pictures/session-phone-${theme}.webp`, theme, ...phone },
});

export const appPicture = { light: inTheme('light'), dark: inTheme('dark') };

export const appPictures: readonly AppPicture[] = Object.values(appPicture).flatMap((theme) =>
  Object.values(theme),
);
