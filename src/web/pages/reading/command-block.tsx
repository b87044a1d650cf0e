import { Fragment } from 'react';

interface CommandBlockProps {
  label: string;
  command: string;
}

function Words({ line }: { line: string }) {
  return line.split(' ').map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a command never changes
    <Fragment key={at}>
      {at > 0 ? ' ' : ''}
      <span className="command-word">{word}</span>
    </Fragment>
  ));
}

/** A command in a box, with a copy button once its script has loaded. */
export function CommandBlock({ label, command }: CommandBlockProps) {
  return (
    <figure className="command-block">
      <figcaption>
        <span>{label}</span>
        <span className="command-copy" data-island="copy" data-label={label} data-text={command} />
      </figcaption>
      <pre>
        <code>
          {command.split('\n').map((line, at) => (
            <Fragment key={line}>
              {at > 0 ? '\n' : ''}
              <Words line={line} />
            </Fragment>
          ))}
        </code>
      </pre>
    </figure>
  );
}
