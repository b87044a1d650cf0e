interface ContentsListProps {
  entries: readonly { id: string; text: string }[];
}

export function ContentsList({ entries }: ContentsListProps) {
  if (entries.length < 3) return null;
  return (
    <nav className="contents-list" aria-label="On this page">
      <p className="contents-list-title">On this page</p>
      <ol>
        {entries.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
