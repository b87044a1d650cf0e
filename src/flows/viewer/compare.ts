/** A transition's id taken apart: what it starts from and at, and what that means. */
interface IdParts {
  /** Source, trigger and place among its kind: what stays when a transition is changed. */
  place: string;
  guard: string;
  targets: string;
}

/** How the transitions of two versions of a chart differ. */
export interface Comparison {
  added: readonly string[];
  removed: readonly string[];
  changed: readonly { before: string; after: string }[];
}

function idParts(id: string): IdParts {
  const [, place = id, guard = '', targets = ''] = /^(.+? --.+?#\d+)(?:\[(.*)\])?--> (.*)$/s.exec(id) ?? [];
  return { place, guard, targets };
}

/** Compares transitions by their ids; the same source, trigger and place with another guard or goal is a change. */
export function compareTransitions(before: readonly string[], after: readonly string[]): Comparison {
  const kept = new Set(before);
  const now = new Set(after);
  const gone = before.filter((id) => !now.has(id));
  const come = after.filter((id) => !kept.has(id));
  const changed = come.flatMap((id) => {
    const same = gone.find((old) => idParts(old).place === idParts(id).place);
    return same === undefined ? [] : [{ before: same, after: id }];
  });
  return {
    changed,
    added: come.filter((id) => !changed.some((one) => one.after === id)),
    removed: gone.filter((id) => !changed.some((one) => one.before === id)),
  };
}

/**
 * The transitions that a file of golden paths lists.
 * @param text JSON of the paths of one flow, as `npm run paths` writes it
 * @throws Error with words for the reader when the file is something else
 */
export function transitionsOfFile(text: string, flow: string): string[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error('This file is not JSON.');
  }
  const { flow: name, transitions } = (content ?? {}) as { flow?: unknown; transitions?: unknown };
  if (!Array.isArray(transitions) || !transitions.every((id) => typeof id === 'string')) {
    throw new Error(
      'This file lists no transitions. Choose the paths of an older version, such as sign-in.json.',
    );
  }
  if (name !== flow) {
    throw new Error(`This file is of the flow “${String(name)}”, not of “${flow}”.`);
  }
  return transitions;
}
