import { Fragment } from 'react';

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
