import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  label: string;
  numeric?: boolean;
  show: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  caption: string;
  captionHidden?: boolean;
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** Rows become cards in narrow places. Roles are explicit because browsers drop them in another layout. */
export function Table<Row>({ caption, captionHidden = false, columns, rows, keyOf }: TableProps<Row>) {
  const [head, ...others] = columns;
  return (
    <div className="table-frame">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className="table" role="table">
        <caption className={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col" data-numeric={column.numeric || undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              <th role="rowheader" scope="row" data-label={head.label}>
                {head.show(row)}
              </th>
              {others.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  data-label={column.label}
                  data-numeric={column.numeric || undefined}
                >
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  );
}
