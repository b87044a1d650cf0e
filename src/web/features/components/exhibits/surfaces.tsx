import { useState } from 'react';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { PriceCard } from '#web/ui/price-card.tsx';
import { Table } from '#web/ui/table.tsx';
import type { Exhibit } from './exhibit.ts';

function DialogInUse() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add a character</Button>
      <Dialog
        open={open}
        title="A new character"
        onClose={close}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" onClick={close}>
              Add
            </Button>
          </>
        }
      >
        <Field label="Name" />
      </Dialog>
    </>
  );
}

function ConfirmInUse() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="danger" icon="trash" onClick={() => setOpen(true)}>
        Delete session
      </Button>
      <ConfirmDialog
        isOpen={open}
        title="Delete this session?"
        action="Delete it"
        isBusy={false}
        failure={null}
        confirm={close}
        cancel={close}
      >
        Its recording, transcript and notes will be permanently deleted too.
      </ConfirmDialog>
    </>
  );
}

const names = [
  { name: 'Orla Finch', kind: 'Keeper', mentions: 31 },
  { name: 'Marrow Bay', kind: 'Place', mentions: 24 },
  { name: 'The Drowned Bell', kind: 'Item', mentions: 7 },
];

export const surfaceExhibits: readonly Exhibit[] = [
  {
    id: 'card',
    title: 'Card',
    explanation: 'A sheet of paper on the table, for things that belong together.',
    specimens: [
      {
        name: 'A sheet',
        show: () => (
          <Card className="exhibit-form">
            <h3>Where you left off</h3>
            <p>The bell is out of the water, and someone has heard it.</p>
          </Card>
        ),
      },
    ],
  },
  {
    id: 'price-card',
    title: 'Price card',
    explanation:
      'An offer with its price, what it contains, and a button. One of several may be recommended.',
    specimens: [
      {
        name: 'Two side by side',
        show: () => (
          <div className="price-cards">
            <PriceCard
              name="Standard"
              price="$9"
              per="a month"
              features={['750 credits, worth $15', '7.5 to 12.5 hours of audio', 'Cancel any time']}
              action={<Button>Choose Standard</Button>}
            />
            <PriceCard
              name="Pro"
              price="$25"
              per="a month"
              badge="Best value"
              highlighted
              features={['2000 credits, worth $40', '20 to 33.3 hours of audio', 'Cancel any time']}
              action={<Button kind="primary">Choose Pro</Button>}
            />
          </div>
        ),
      },
    ],
  },
  {
    id: 'dialog',
    title: 'Dialog',
    explanation:
      'Asks for something before the user continues. The focus starts at the first field, stays inside ' +
      'and returns afterward; Escape closes it; the page behind does not scroll. On a small screen it ' +
      'is a sheet at the bottom.',
    specimens: [{ name: 'With a field', show: () => <DialogInUse /> }],
  },
  {
    id: 'confirm-dialog',
    title: 'Confirmation',
    explanation: 'Asks before something is permanently deleted. The focus starts on the safe choice.',
    specimens: [{ name: 'Before deleting', show: () => <ConfirmInUse /> }],
  },
  {
    id: 'table',
    title: 'Table',
    explanation:
      'Rows and columns. On a small screen each row becomes a card with the column names beside its values.',
    specimens: [
      {
        name: 'Names of a campaign',
        show: () => (
          <Table
            caption="Names of the campaign"
            columns={[
              { key: 'name', label: 'Name', show: ({ name }) => name },
              { key: 'kind', label: 'Kind', show: ({ kind }) => kind },
              { key: 'mentions', label: 'Mentions', numeric: true, show: ({ mentions }) => mentions },
            ]}
            rows={names}
            keyOf={({ name }) => name}
          />
        ),
      },
    ],
  },
  {
    id: 'avatar',
    title: 'Avatar',
    explanation: 'Initials on a wax seal; the same name always has the same color.',
    specimens: [
      {
        name: 'A party',
        show: () => (
          <div className="button-row">
            {[
              'Orla Finch',
              'Sable Ashdown',
              'Bram',
              'Wren of the Fen',
              'Tobiah Vex',
              'Ilse Marrow',
              'Quill',
            ].map((name) => (
              <Avatar key={name} name={name} />
            ))}
            <span>
              <Avatar name="Orla Finch" decorative /> Orla Finch
            </span>
          </div>
        ),
      },
    ],
  },
];
