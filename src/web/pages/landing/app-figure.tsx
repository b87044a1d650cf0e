import { type AppPicture, appPicture } from './app-pictures.ts';

const alternative =
  'The notes of a session in Hearthscribe, with the time behind each line. In a wide window, the transcript is open ' +
  'beside them, at the words behind one of the lines.';

const sizeOf = ({ width, height }: AppPicture) => ({ width, height });

/** Pictures in both themes, because only style sheets know which one the visitor has chosen; only one is loaded. */
export function AppFigure() {
  return (
    <figure className="landing-app">
      {(['light', 'dark'] as const).map((theme) => {
        const { wide, phone } = appPicture[theme];
        return (
          <picture key={theme} className={`landing-app-${theme}`}>
            <source media="(max-width: 650px)" srcSet={phone.file} {...sizeOf(phone)} />
            <img src={wide.file} {...sizeOf(wide)} alt={alternative} loading="lazy" decoding="async" />
          </picture>
        );
      })}
      <figcaption className="muted">The sample session, which you get with your account.</figcaption>
    </figure>
  );
}
