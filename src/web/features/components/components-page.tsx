import { useState } from 'react';
import { useSearch } from 'wouter';
import { keysOf } from '#contract/unknown-values.ts';
import { Choices } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { type Theme, themeFrom, themes } from '#web/ui/theme.ts';
import { ExhibitList } from './exhibit-list.tsx';
import { exhibitGroups, exhibitsWith } from './exhibits.ts';
import { FramedPage } from './framed-page.tsx';
import './components.css';

const widths = { '375': 375, '650': 650, '1280': 1280, all: null } as const;

type Width = keyof typeof widths;

const widthWords: Record<Width, string> = {
  '375': 'Phone, 375 px',
  '650': 'Tablet, 650 px',
  '1280': 'Desk, 1280 px',
  all: 'As wide as there is room',
};

const themeWords: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'As the system' };

/** `?bare`: only the components, for tests; `&theme=` sets their theme. */
export function ComponentsPage() {
  const parameters = new URLSearchParams(useSearch());
  return parameters.has('bare') ? (
    <main id="main" className="page-main" tabIndex={-1} data-theme={themeFrom(parameters.get('theme'))}>
      <PageHeading title="Components" />
      <ExhibitList groups={exhibitGroups} />
    </main>
  ) : (
    <Viewer />
  );
}

function Viewer() {
  const [words, setWords] = useState('');
  const [theme, setTheme] = useState<Theme>('system');
  const [width, setWidth] = useState<Width>('all');
  const groups = exhibitsWith(words);
  return (
    <main id="main" className="viewer" tabIndex={-1}>
      <div className="viewer-side">
        <PageHeading title="Components" />
        <Field
          label="Search"
          type="search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Choices
          legend="Theme"
          selected={theme}
          onChoose={setTheme}
          choices={themes.map((key) => ({ key, label: themeWords[key] }))}
        />
        <Choices
          legend="Width"
          selected={width}
          onChoose={setWidth}
          choices={keysOf(widths).map((key) => ({ key, label: widthWords[key] }))}
        />
        <ul className="viewer-names">
          {groups.flatMap(({ exhibits }) =>
            exhibits.map(({ id, title }) => (
              <li key={id}>
                <button type="button" className="link-button" onClick={() => setWords(title)}>
                  {title}
                </button>
              </li>
            )),
          )}
        </ul>
      </div>
      <FramedPage title="Components in this theme and width" width={widths[width]} theme={theme}>
        <ExhibitList groups={groups} />
      </FramedPage>
    </main>
  );
}
