import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ComponentsPage } from '#web/features/components/components-page.tsx';
import { ExhibitList } from '#web/features/components/exhibit-list.tsx';
import { exhibitGroups, exhibitsWith } from '#web/features/components/exhibits.ts';

const modules = import.meta.glob<Record<string, unknown>>('/src/web/ui/**/*.tsx', { eager: true });

const components = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported)
    .filter(([name, value]) => typeof value === 'function' && /^[A-Z]/.test(name))
    .map(([name, component]) => ({ label: `${name} of ${file}`, component })),
);

interface Fiber {
  type: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
}

function mountedTypes(container: HTMLElement): Set<unknown> {
  const note = Object.entries(container).find(([name]) => name.startsWith('__reactContainer$'));
  const root = note?.[1] as { stateNode: { current: Fiber } };
  const found = new Set<unknown>();
  const visit = (fiber: Fiber | null) => {
    for (let next = fiber; next; next = next.sibling) {
      found.add(next.type);
      visit(next.child);
    }
  };
  visit(root.stateNode.current);
  return found;
}

describe('component viewer', () => {
  it('[R2.14] shows every component of the design system', () => {
    const { container } = render(<ExhibitList groups={exhibitGroups} />);
    const mounted = mountedTypes(container);
    expect(components.length).toBeGreaterThan(30);
    expect(components.filter(({ component }) => !mounted.has(component)).map(({ label }) => label)).toEqual(
      [],
    );
  });

  it('[R2.14] explains each in words without code, and names each state once', () => {
    const exhibits = exhibitGroups.flatMap((group) => group.exhibits);
    expect(new Set(exhibits.map(({ id }) => id)).size).toBe(exhibits.length);
    for (const { title, explanation, specimens } of exhibits) {
      expect(explanation, title).toMatch(/^\p{Lu}.{20,}[.]$/u);
      expect(explanation, title).not.toMatch(/[<>{}`=]|\bprops?\b|\w\(\)/);
      expect(new Set(specimens.map(({ name }) => name)).size, title).toBe(specimens.length);
      expect(specimens.length, title).toBeGreaterThan(0);
    }
  });

  it('[R2.14] finds a component by words of its title, explanation or states', () => {
    const found = (words: string) =>
      exhibitsWith(words).flatMap(({ exhibits }) => exhibits.map(({ id }) => id));
    expect(found('tooltip')).toEqual(['tooltip']);
    expect(found('RADIO buttons')).toEqual([]);
    expect(found('one of a few options cards')).toEqual(['choices']);
    expect(found('  ').length).toBe(found('').length);
  });

  it('[R2.14] shows them in a window of the chosen theme and width, and only those searched for', async () => {
    render(<ComponentsPage />);
    const frame = screen.getByTitle<HTMLIFrameElement>('Components in this theme and width');
    const page = () => frame.contentDocument?.documentElement as HTMLElement;
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Phone, 375 px' }));
    await userEvent.click(screen.getByRole('searchbox', { name: 'Search' }));
    await userEvent.paste('clipboard');
    expect(page().dataset.theme).toBe('dark');
    expect(frame.style.width).toBe('375px');
    expect(
      within(page())
        .getAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Copy button']);
  });
});
