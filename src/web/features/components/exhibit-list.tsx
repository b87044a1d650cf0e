import type { ExhibitGroup } from './exhibits.ts';

export function ExhibitList({ groups }: { groups: readonly ExhibitGroup[] }) {
  return (
    <div className="exhibits">
      {groups.map(({ title, exhibits }) => (
        <section key={title} aria-label={title}>
          {exhibits.map((exhibit) => (
            <article key={exhibit.id} id={exhibit.id} className="exhibit">
              <h2>{exhibit.title}</h2>
              <p className="exhibit-explanation">{exhibit.explanation}</p>
              {exhibit.specimens.map(({ name, show }) => (
                <figure key={name} className="specimen">
                  <figcaption>{name}</figcaption>
                  <div className="specimen-table">{show()}</div>
                </figure>
              ))}
            </article>
          ))}
        </section>
      ))}
      {groups.length === 0 ? <p className="muted">No component matches.</p> : null}
    </div>
  );
}
