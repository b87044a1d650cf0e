import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Choices, Switch } from '#web/ui/choice.tsx';
import { Field, FieldFrame, PasswordField, Select } from '#web/ui/field.tsx';
import { languages } from '#web/ui/languages.ts';
import { RuleList } from '#web/ui/rule-list.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import type { Exhibit } from './exhibit.ts';

function WritingArea({ start, limit }: { start: string; limit: number }) {
  const [value, setValue] = useState(start);
  return (
    <TextArea
      label="Comment"
      hint="What happened, and what did you expect?"
      limit={limit}
      value={value}
      onChange={(event) => setValue(event.target.value)}
    />
  );
}

function LevelChoices({ cards }: { cards: boolean }) {
  const [selected, setSelected] = useState<'brief' | 'comprehensive'>('comprehensive');
  return (
    <Choices
      legend="How much detail"
      cards={cards}
      selected={selected}
      onChoose={setSelected}
      choices={[
        {
          key: 'brief',
          label: 'Brief',
          aside: '207 credits',
          text: 'The essentials on one page: summaries, names, open threads.',
        },
        {
          key: 'comprehensive',
          label: 'Comprehensive',
          aside: '345 credits',
          text: 'The whole evening, scene by scene, with quotes and quests.',
        },
      ]}
    />
  );
}

function Ticks() {
  const [agreed, setAgreed] = useState(false);
  const [copies, setCopies] = useState(true);
  return (
    <div>
      <Checkbox
        label="I have read the terms and agree to them."
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      <Checkbox
        label="Everyone at the table knows of the recording."
        hint="In some countries the law requires it; everywhere it is good manners."
        error="Please confirm this first."
        defaultChecked={false}
      />
      <Checkbox label="Not available here" disabled />
      <Switch
        label="Copy each analysis to the notes"
        hint="Only where the notes are still empty."
        checked={copies}
        onChange={(event) => setCopies(event.target.checked)}
      />
      <Switch label="Off" checked={false} readOnly />
      <Switch label="Not available here" disabled />
    </div>
  );
}

function LanguageSelect() {
  const [language, setLanguage] = useState('');
  return (
    <Select
      label="Language of the table"
      hint="If empty, it is detected from the recording."
      value={language}
      choices={[{ key: '', label: 'Detect from the recording' }, ...languages(null)]}
      onChoose={setLanguage}
    />
  );
}

export const fieldExhibits: readonly Exhibit[] = [
  {
    id: 'rule-list',
    title: 'Rules of an entry',
    explanation: 'The rules for an entry, shown before the user types; each rule is ticked once it is met.',
    specimens: [
      {
        name: 'One met, one still open',
        show: () => (
          <RuleList
            label="What the password must be"
            rules={[
              { text: 'At least 10 characters', isMet: true },
              { text: 'Different from your email address', isMet: false },
            ]}
          />
        ),
      },
    ],
  },
  {
    id: 'field',
    title: 'Text field',
    explanation:
      'One line of text with its label always visible. A hint is below it; an error appears between, ' +
      'says what to do, and is announced when it appears.',
    specimens: [
      { name: 'Plain', show: () => <Field label="Title" defaultValue="The Tide at Marrow Bay" /> },
      {
        name: 'Optional, with a hint',
        show: () => (
          <Field label="Setting" optional hint="Helps to recognize names." placeholder="A drowned coast" />
        ),
      },
      { name: 'With an error', show: () => <Field label="Title" error="Enter a title." defaultValue="" /> },
      {
        name: 'Read-only',
        show: () => <Field label="Email address" disabled defaultValue="mara@example.org" />,
      },
    ],
  },
  {
    id: 'password-field',
    title: 'Password field',
    explanation: 'A password with a button that shows and hides it. Pasted text is accepted as it is.',
    specimens: [
      {
        name: 'Hidden at first',
        show: () => (
          <PasswordField
            label="Password"
            hint="At least 8 characters."
            autoComplete="off"
            defaultValue="a lamp-lit table"
          />
        ),
      },
    ],
  },
  {
    id: 'text-area',
    title: 'Text area',
    explanation:
      'Several lines of text, 5000 characters unless another limit is set. The counter is visual; ' +
      'screen readers announce it only a few times near the limit, and at the limit.',
    specimens: [
      {
        name: 'With room',
        show: () => <WritingArea start="The names in scene two are wrong." limit={1000} />,
      },
      { name: 'Full', show: () => <WritingArea start="The limit is reached here." limit={26} /> },
      {
        name: 'For a page of text',
        show: () => <TextArea label="Recap" book value="Previously: the bells rang under water." readOnly />,
      },
    ],
  },
  {
    id: 'select',
    title: 'Select',
    explanation: 'A native list for many options. For up to five, use choices, which are all visible.',
    specimens: [
      {
        name: 'A list of languages',
        show: () => <LanguageSelect />,
      },
    ],
  },
  {
    id: 'checkbox',
    title: 'Checkbox and switch',
    explanation:
      'A checkbox is for agreeing or picking; it takes effect with its form. A switch is on or off, and ' +
      'takes effect at once. The whole line can be clicked.',
    specimens: [{ name: 'Every state', show: () => <Ticks /> }],
  },
  {
    id: 'choices',
    title: 'Choices',
    explanation: 'One of a few options, all visible. Use cards when each option needs a sentence or a price.',
    specimens: [
      { name: 'Plain', show: () => <LevelChoices cards={false} /> },
      { name: 'Cards', show: () => <LevelChoices cards /> },
      {
        name: 'None chosen, one disabled',
        show: () => (
          <Choices
            legend="What is it about?"
            selected={null}
            onChoose={() => {}}
            choices={[
              { key: 'bug', label: 'Something is broken' },
              { key: 'features', label: 'Something is missing' },
              { key: 'testimonial', label: 'A kind word', disabled: true },
            ]}
          />
        ),
      },
    ],
  },
  {
    id: 'field-frame',
    title: 'Frame of a field',
    explanation: 'Label, error, hint and counter in order, for a control that is not in this list.',
    specimens: [
      {
        name: 'Around a date',
        show: () => (
          <FieldFrame id="exhibit-date" label="Played on" hint="If empty, the sessions keep their order.">
            <input
              id="exhibit-date"
              type="date"
              className="field-control"
              aria-describedby="exhibit-date-hint"
            />
          </FieldFrame>
        ),
      },
      {
        name: 'A form',
        show: () => (
          <form className="exhibit-form" onSubmit={(event) => event.preventDefault()}>
            <Field label="Name of the character" defaultValue="Sable Ashdown" />
            <Field label="Played by" optional />
            <div className="button-row">
              <Button kind="primary" type="submit">
                Save character
              </Button>
              <Button kind="quiet">Cancel</Button>
            </div>
          </form>
        ),
      },
    ],
  },
];
