import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import './outline.css';

interface Heading {
  element: HTMLElement;
  title: string;
  isInner: boolean;
}

/** In pixels from the top; lower near the end of the page, whose last headings never reach the top. */
function readingLine(): number {
  const { innerHeight, scrollY } = window;
  const usual = 160;
  const scrollable = document.documentElement.scrollHeight - innerHeight;
  const lastPart = Math.min(innerHeight - usual, scrollable);
  if (lastPart <= 0) return usual;
  return usual + (innerHeight - usual) * Math.max(0, 1 - (scrollable - scrollY) / lastPart);
}

function titleOf(heading: HTMLElement): string {
  const copy = document.createElement('div');
  copy.append(...heading.cloneNode(true).childNodes);
  for (const control of copy.querySelectorAll('button:not([data-heading]), a')) control.remove();
  return copy.textContent.trim();
}

function headingsIn(text: HTMLElement, outer: string, inner: string): Heading[] {
  return [...text.querySelectorAll<HTMLElement>(`${outer}, ${inner}`)].flatMap((element) => {
    const title = titleOf(element);
    return title === '' ? [] : [{ element, title, isInner: !element.matches(outer) }];
  });
}

const isSame = (one: readonly Heading[], two: readonly Heading[]) =>
  one.length === two.length &&
  one.every(({ element, title }, index) => element === two[index]?.element && title === two[index].title);

function useHeadings(text: RefObject<HTMLElement | null>, outer: string, inner: string): readonly Heading[] {
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  useEffect(() => {
    const root = text.current;
    if (root === null) return;
    const read = () => {
      const found = headingsIn(root, outer, inner);
      setHeadings((known) => (isSame(known, found) ? known : found));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [text, outer, inner]);
  return headings;
}

function useHeadingRead(headings: readonly Heading[]): Heading | undefined {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const look = () => {
      const line = readingLine();
      const tops = headings.map(({ element }) => element.getBoundingClientRect().top);
      const focused = headings.findIndex(({ element }) => element === document.activeElement);
      const below = tops.findIndex((top) => top > line);
      const last = Math.max(0, (below === -1 ? headings.length : below) - 1);
      setIndex(focused <= last && (tops[focused] ?? -1) >= 0 ? focused : last);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    document.addEventListener('focusin', look);
    // What loads above a heading moves it.
    const resized = 'ResizeObserver' in window ? new ResizeObserver(look) : null;
    resized?.observe(document.body);
    return () => {
      resized?.disconnect();
      window.removeEventListener('scroll', look);
      document.removeEventListener('focusin', look);
    };
  }, [headings]);
  return headings[index];
}

interface OutlinedProps {
  outer: string;
  inner: string;
  className?: string;
  children: ReactNode;
}

/** A rail in wide windows, a bar at the top in narrow ones. */
export function Outlined({ outer, inner, className = '', children }: OutlinedProps) {
  const text = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const headings = useHeadings(text, outer, inner);
  const read = useHeadingRead(headings);

  function goTo({ element }: Heading) {
    setOpen(false);
    element.closest('details')?.setAttribute('open', '');
    element.tabIndex = -1;
    element.scrollIntoView?.({ block: 'start' });
    element.focus({ preventScroll: true });
  }

  return (
    <div className="outlined">
      {headings.length < 2 ? null : (
        <nav
          className="outline"
          aria-label="On this page"
          data-open={isOpen}
          onKeyDown={({ key }) => {
            if (key !== 'Escape' || !isOpen) return;
            setOpen(false);
            toggle.current?.focus();
          }}
        >
          <button
            ref={toggle}
            type="button"
            className="outline-toggle"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="outline-read">
              <span className="muted">On this page:</span> {read?.title}
            </span>
            <Icon name="chevronDown" />
          </button>
          <ul id={listId}>
            {headings.map((heading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two headings may have the same words.
              <li key={index} data-inner={heading.isInner}>
                <button
                  type="button"
                  aria-current={heading === read ? 'location' : undefined}
                  onClick={() => goTo(heading)}
                >
                  {heading.title}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div ref={text} className={`outlined-text ${className}`}>
        {children}
      </div>
    </div>
  );
}
