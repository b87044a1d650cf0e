import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { describedBy, FieldFrame } from '#web/ui/field.tsx';
import { LimitCounter, TextArea } from '#web/ui/text-area.tsx';
import type { MarkdownEditor } from './markdown-editor.ts';
import type { Mention } from './mentions.ts';

interface MarkdownFieldProps {
  label: string;
  hint: string;
  limit: number;
  value: string;
  onChange: (text: string) => void;
  readMentions: () => Promise<readonly Mention[]>;
}

type EditorModule = typeof import('./markdown-editor.ts');

let loaded: EditorModule | null = null;

/** The page's policy only allows this way to add styles. */
const canShowEditor = () => 'adoptedStyleSheets' in document;

/** A text area until the editor loads, and if it cannot. Once the user has typed in it, it stays. */
export function MarkdownField(props: MarkdownFieldProps) {
  const [editor, setEditor] = useState(loaded);
  const area = useRef<HTMLDivElement>(null);
  const begun = useRef(false);
  const [handedOver, setHandedOver] = useState<{ from: number; to: number } | null>(null);

  useEffect(() => {
    if (loaded !== null || !canShowEditor()) return;
    let isGone = false;
    import('./markdown-editor.ts').then(
      (module) => {
        loaded = module;
        if (isGone || begun.current) return;
        const field = area.current?.querySelector('textarea');
        const isFocused = field && field === document.activeElement;
        // At once: text typed in between would no longer fit the selection.
        flushSync(() => {
          setHandedOver(isFocused ? { from: field.selectionStart, to: field.selectionEnd } : null);
          setEditor(module);
        });
      },
      // The next edited section tries again.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);

  if (editor !== null) return <Editor {...props} module={editor} handedOver={handedOver} />;
  const { label, hint, limit, value, onChange } = props;
  return (
    <div ref={area}>
      <TextArea
        label={label}
        hint={hint}
        book
        rows={Math.min(30, Math.max(8, Math.ceil(value.length / 80)))}
        limit={limit}
        value={value}
        onChange={(event) => {
          begun.current = true;
          onChange(event.target.value);
        }}
      />
    </div>
  );
}

interface EditorProps extends MarkdownFieldProps {
  module: EditorModule;
  handedOver: { from: number; to: number } | null;
}

function Editor({ module, handedOver, label, hint, limit, value, onChange, readMentions }: EditorProps) {
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<MarkdownEditor | null>(null);
  const latest = useRef({ value, onChange, readMentions });
  latest.current = { value, onChange, readMentions };

  useLayoutEffect(() => {
    if (host.current === null) return;
    const made = module.createMarkdownEditor({
      parent: host.current,
      text: latest.current.value,
      id,
      label,
      describedBy: describedBy(id, { label, hint }),
      limit,
      onChange: (text) => {
        if (text !== latest.current.value) latest.current.onChange(text);
      },
      readMentions: () => latest.current.readMentions(),
    });
    editor.current = made;
    if (handedOver) made.focus(handedOver);
    const labelled = host.current?.closest('.field')?.querySelector('label');
    const focus = () => made.focus();
    labelled?.addEventListener('click', focus);
    return () => {
      labelled?.removeEventListener('click', focus);
      made.destroy();
    };
  }, [module, id, label, hint, limit, handedOver]);

  // Synchronously: a key pressed in between would be lost.
  useLayoutEffect(() => editor.current?.show(value), [value]);

  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      counter={<LimitCounter length={value.length} limit={limit} />}
    >
      <div ref={host} className="field-control field-book markdown-editor" />
    </FieldFrame>
  );
}
