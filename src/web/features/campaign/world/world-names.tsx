import { useState } from 'react';
import { Link } from 'wouter';
import { kindLabel, nameKinds } from '#contract/name-kinds.ts';
import { recognized } from '#contract/recognized-text.ts';
import type { World, WorldEntry } from '#contract/world.ts';
import { worldPath } from '#web/hooks/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { countOf } from '#web/ui/text.ts';
import { sessionTitle } from './places.tsx';

const IN_PART = 100;

/** The list of entries, most mentioned first. */
export function WorldNames({ campaignId, world }: { campaignId: string; world: World }) {
  const [wanted, setWanted] = useState('');
  const [kind, setKind] = useState('all');
  const [hidden, setHidden] = useState(false);
  const [most, setMost] = useState(IN_PART);
  const hiddenCount = world.entries.filter((entry) => entry.hidden).length;
  const words = recognized(wanted.trim());
  const found = world.entries.filter(
    (entry) =>
      entry.hidden === hidden &&
      (kind === 'all' || entry.kind === kind) &&
      (words === '' ||
        [entry.name, ...entry.aliases.map(({ name }) => name)].some((name) =>
          recognized(name).includes(words),
        )),
  );
  const kinds = nameKinds.filter(({ key }) => world.entries.some((entry) => entry.kind === key));
  return (
    <section aria-labelledby="world-names">
      <h2 id="world-names">Names</h2>
      <search className="world-filters">
        <Field
          label="Find a name"
          type="search"
          maxLength={120}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Select
          label="Kind"
          value={kind}
          choices={[{ key: 'all', label: 'All kinds' }, ...kinds]}
          onChoose={setKind}
        />
        {hiddenCount > 0 || hidden ? (
          <Checkbox
            label={`Show the hidden ones (${hiddenCount})`}
            checked={hidden}
            onChange={(event) => setHidden(event.target.checked)}
          />
        ) : null}
      </search>
      <p className="muted" role="status">
        {found.length === 0 ? 'No name fits.' : countOf(found.length, 'name')}
        {world.hasMore ? ' The least mentioned names are left out.' : ''}
      </p>
      <ul className="world-names">
        {found.slice(0, most).map((entry) => (
          <Name key={entry.key} campaignId={campaignId} world={world} entry={entry} />
        ))}
      </ul>
      {found.length > most ? <Button onClick={() => setMost(most + IN_PART)}>Show more names</Button> : null}
    </section>
  );
}

function Name({ campaignId, world, entry }: { campaignId: string; world: World; entry: WorldEntry }) {
  const { name, aliases, kind, mentions, first, last } = entry;
  const sessions =
    first === null || last === null
      ? 'Not mentioned yet'
      : first.sessionId === last.sessionId
        ? sessionTitle(world, first.sessionId)
        : `${sessionTitle(world, first.sessionId)} to ${sessionTitle(world, last.sessionId)}`;
  return (
    <li className="world-name">
      <Link href={worldPath(campaignId, entry.key)}>{name}</Link>
      <span className="muted">
        {[kindLabel(kind), mentions > 0 ? countOf(mentions, 'mention') : '', sessions]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {aliases.length > 0 ? (
        <span className="muted">Also {aliases.map((alias) => alias.name).join(', ')}</span>
      ) : null}
    </li>
  );
}
