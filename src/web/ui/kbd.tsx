import { Fragment } from 'react';

/** Keys to press together, such as `Ctrl+K`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="keys">
      {keys.split('+').map((key, at) => (
        <Fragment key={key}>
          {at > 0 ? '+' : null}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
