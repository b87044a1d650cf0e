import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  moveCompletionSelection,
} from '@codemirror/autocomplete';
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { parser } from '@lezer/markdown';
import { adoptStyles } from './adopt-styles.ts';
import { continueLines, toggleMark } from './markdown-keys.ts';
import { type Mention, mentionsFor } from './mentions.ts';

interface MarkdownEditorSettings {
  parent: HTMLElement;
  text: string;
  id: string;
  label: string;
  describedBy: string | undefined;
  limit: number;
  onChange: (text: string) => void;
  readMentions: () => Promise<readonly Mention[]>;
}

export type MarkdownEditor = ReturnType<typeof createMarkdownEditor>;

const markdown = new Language(defineLanguageFacet(), parser, [], 'markdown');

const looks = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700', color: 'var(--ember)' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.quote, color: 'var(--ink-muted)' },
  { tag: tags.processingInstruction, color: 'var(--ink-muted)' },
]);

const theme = EditorView.theme({
  '&.cm-focused': { outline: '0' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit', maxHeight: '70vh', overflowY: 'auto' },
  '.cm-content': { padding: '0', minHeight: '10rem', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0' },
  '.cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--control-line)',
    borderRadius: 'var(--corner)',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxWidth: '90vw' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.5rem 0.75rem', lineHeight: '1.4' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--ember)',
    color: 'var(--on-ember)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { fontStyle: 'normal', marginInlineStart: '0.75em' },
});

/** "@" and up to four words, but not inside an email address. */
const AFTER_AT =
  /(?:^|[^a-z\p{N}@])@[\p{L}\p{M}\p{N}\p{Cf}'’.・-]*(?: [\p{L}\p{M}\p{N}\p{Cf}'’.・-]+){0,3}$/iu;

const mentionSource =
  (readMentions: MarkdownEditorSettings['readMentions']) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    if (!AFTER_AT.test(before)) return null;
    const at = line.from + before.lastIndexOf('@');
    const mentions = await readMentions();
    return {
      from: at + 1,
      filter: false,
      options: mentionsFor(mentions, line.text.slice(at + 1 - line.from, context.pos - line.from)).map(
        ({ name, form, kind }) => ({
          label: form,
          displayLabel: name,
          detail: form === name ? kind : `${kind}, also “${form}”`,
          apply: (view, _, from, to) =>
            view.dispatch({
              changes: { from: from - 1, to, insert: name },
              selection: { anchor: from - 1 + name.length },
              userEvent: 'input.complete',
            }),
        }),
      ),
    };
  };

/** The text stays byte for byte; it is never converted to another form and back. */
export function createMarkdownEditor(settings: MarkdownEditorSettings) {
  const { parent, limit, onChange } = settings;
  adoptStyles();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: settings.text,
      extensions: [
        // Keep other characters that browsers treat as line ends.
        EditorState.lineSeparator.of('\n'),
        EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/gu, '\n')),
        EditorState.changeFilter.of(
          ({ newDoc, startState }) => newDoc.length <= limit || newDoc.length <= startState.doc.length,
        ),
        history(),
        autocompletion({
          override: [mentionSource(settings.readMentions)],
          activateOnTypingDelay: 0,
          interactionDelay: 0,
          icons: false,
          defaultKeymap: false,
        }),
        // Without Tab, which leaves the field.
        keymap.of([
          { key: 'ArrowDown', run: moveCompletionSelection(true) },
          { key: 'ArrowUp', run: moveCompletionSelection(false) },
          { key: 'Enter', run: acceptCompletion },
          { key: 'Escape', run: closeCompletion },
          { key: 'Enter', run: continueLines },
          { key: 'Mod-b', run: toggleMark('**'), preventDefault: true },
          { key: 'Mod-i', run: toggleMark('*'), preventDefault: true },
          ...historyKeymap,
          ...standardKeymap,
        ]),
        markdown.extension,
        syntaxHighlighting(looks),
        theme,
        EditorView.lineWrapping,
        EditorState.phrases.of({ Completions: 'People and places' }),
        EditorView.contentAttributes.of({
          id: settings.id,
          'aria-label': settings.label,
          spellcheck: 'true',
          autocorrect: 'on',
          autocapitalize: 'sentences',
          ...(settings.describedBy === undefined ? {} : { 'aria-describedby': settings.describedBy }),
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString());
        }),
      ],
    }),
  });
  return {
    focus: (selection?: { from: number; to: number }): void => {
      view.focus();
      if (!selection) return;
      const within = (place: number) => Math.min(place, view.state.doc.length);
      view.dispatch({ selection: { anchor: within(selection.from), head: within(selection.to) } });
    },
    show: (text: string): void => {
      if (view.state.doc.toString() === text) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    destroy: () => view.destroy(),
  };
}
