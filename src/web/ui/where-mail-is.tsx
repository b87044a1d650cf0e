interface WhereMailIsProps {
  /** Null: emails are sent. */
  mailPage: string | null;
  /** What helps whoever waits for an email that was sent. */
  children: string;
}

/** Without an email server, nobody finds a code in an inbox. */
export function WhereMailIs({ mailPage, children }: WhereMailIsProps) {
  if (mailPage === null) return children;
  return (
    <>
      No email leaves this computer:{' '}
      <a href={mailPage} target="_blank" rel="noopener">
        open its mailbox
      </a>{' '}
      to read the code.
    </>
  );
}
