import { Fragment, type ReactNode } from 'react';

interface CommandBlockProps {
  label: string;
  command: string;
  /** A button that copies it, where the page has one. */
  copy?: ReactNode;
}

/** The words of a line, each in a piece of its own, so that a narrow page breaks it between words and not at hyphens. */
function Words({ line }: { line: string }) {
  return line.split(' ').map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a command never changes
    <Fragment key={at}>
      {at > 0 ? ' ' : ''}
      <span className="command-word">{word}</span>
    </Fragment>
  ));
}

/** A command to type, on a slip of its own. */
export function CommandBlock({ label, command, copy }: CommandBlockProps) {
  return (
    <figure className="command-block">
      <figcaption>
        <span>{label}</span>
        {copy}
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
