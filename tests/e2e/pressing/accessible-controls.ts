import type { Page } from '@playwright/test';

/** A node of Playwright's snapshot of the accessibility tree, as far as it is read here. */
interface AccessibleNode {
  role: string;
  name?: string;
  ref?: string;
  text?: string;
  url?: string;
  disabled?: boolean;
  checked?: boolean | 'mixed';
  selected?: boolean;
  expanded?: boolean;
  pressed?: boolean | 'mixed';
  children?: readonly (AccessibleNode | string)[];
}

/** Something on the page that can be pressed. */
export interface Control {
  role: string;
  name: string;
  url: string | null;
  /** The dialog or landmark it is in; empty for the content of the page itself. */
  place: string;
  isDisabled: boolean;
  /** It already is what pressing it would make it: the selected tab, the checked radio button. */
  isChosen: boolean;
  /** Pressing it twice shows what was shown before. */
  isToggle: boolean;
  ref: string;
}

export interface AccessiblePage {
  controls: readonly Control[];
  /** The whole tree, one node a line, without references to elements. */
  lines: readonly string[];
}

const pressable = [
  'link',
  'button',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'checkbox',
  'radio',
  'switch',
];
const landmarks = ['banner', 'contentinfo', 'complementary', 'navigation'];
const states = ['url', 'disabled', 'checked', 'selected', 'expanded', 'pressed'] as const;

/** A summary has no role of its own: it is the named first child of its group. */
const isSummary = (node: AccessibleNode, parent: AccessibleNode | null) =>
  node.role === 'generic' && node.name !== undefined && parent?.role === 'group';

/** Reads the accessibility tree. Where a dialog is open, only its controls can be pressed. */
export async function readAccessiblePage(page: Page): Promise<AccessiblePage> {
  const roots = (await page.ariaSnapshotJSON({ mode: 'ai' })) as unknown as readonly AccessibleNode[];
  const lines: string[] = [];
  const all: (Control & { dialog: string | null })[] = [];
  let openDialog: string | null = null;

  function visit(
    node: AccessibleNode,
    depth: number,
    parent: AccessibleNode | null,
    at: string,
    within: string | null,
  ) {
    const summary = isSummary(node, parent);
    const role = summary ? 'summary' : node.role;
    let place = at;
    let dialog = within;
    if (role === 'dialog' || role === 'alertdialog') {
      dialog = `dialog ${node.name ?? ''}`;
      place = dialog;
      openDialog = dialog;
    } else if (dialog === null && landmarks.includes(role) && at === '') {
      place = `${role} ${node.name ?? ''}`.trim();
    }
    const marks = states.flatMap((state) => (node[state] === undefined ? [] : `${state}=${node[state]}`));
    // A tooltip comes with the pointer; it is no answer to a press.
    if (role === 'tooltip') return;
    lines.push([' '.repeat(depth) + role, node.name, ...marks, node.text].filter(Boolean).join(' '));
    if ((summary || pressable.includes(role)) && node.ref !== undefined) {
      all.push({
        role,
        name: node.name ?? '',
        url: node.url ?? null,
        place,
        isDisabled: node.disabled === true,
        isChosen:
          (role === 'tab' && node.selected === true) || (/radio$/.test(role) && node.checked === true),
        isToggle: summary || node.expanded !== undefined || ['checkbox', 'switch'].includes(role),
        ref: node.ref,
        dialog,
      });
    }
    for (const child of node.children ?? []) {
      if (typeof child === 'string') lines.push(`${' '.repeat(depth + 1)}${child}`);
      else visit(child, depth + 1, node, place, dialog);
    }
  }

  for (const root of roots) visit(root, 0, null, '', null);
  return { lines, controls: all.filter(({ dialog }) => openDialog === null || dialog === openDialog) };
}
