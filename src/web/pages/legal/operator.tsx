import { type OperatorFieldName, openFields, operatorFields } from './operator-fields.ts';

/** What the operator says, or a mark where it is missing. */
export function Operator({ says }: { says: OperatorFieldName }) {
  const { value, asks } = operatorFields[says];
  return value === null ? <mark className="operator-mark">[Operator: {asks}]</mark> : value;
}

/** What is still missing on a page, on top of it; nothing once all is filled in. */
export function OperatorNotice({ fields }: { fields: readonly OperatorFieldName[] }) {
  const open = openFields(fields);
  if (open.length === 0) return null;
  return (
    <aside className="operator-notice" aria-labelledby="operator-notice">
      <p id="operator-notice" className="operator-notice-title">
        To be completed by the operator of this server
      </p>
      <p>
        This is a template. It says truly what the software does. What only the operator can say is missing,
        and each place is <mark className="operator-mark">marked</mark> in the text.
      </p>
      <details>
        <summary>
          {open.length} {open.length === 1 ? 'place' : 'places'} to fill in
        </summary>
        <ul>
          {open.map((name) => (
            <li key={name}>{operatorFields[name].asks}</li>
          ))}
        </ul>
      </details>
    </aside>
  );
}
