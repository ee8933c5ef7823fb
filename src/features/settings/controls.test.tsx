import { choice, list, number, pairs, rows, settingGroup, str, toggle } from '@contract/settings';
import { settingForm } from '@contract/settings.schema';
import { text } from '@contract/text';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPage } from '@/ui/testing';
import { ListField } from './ListField';
import { PairsField } from './PairsField';
import { RowsField } from './RowsField';
import { listFault, pairsFault, rowsFault } from './values';

const words = (en: string) => text(en, en, en, en);
const group = settingGroup('sample', {
  sections: {
    all: {
      fields: {
        hosts: list({ label: words('Hosts'), pattern: /^[a-z.]+$/, max: 2 }),
        given: pairs({ label: words('Templates'), valueLabel: words('Template'), keys: { paid: words('Paid') } }),
        typed: pairs({
          label: words('Shops'),
          keyLabel: words('Shop'),
          valueLabel: words('Station'),
          keyPattern: /^\d+$/,
        }),
        lines: rows({
          label: words('Lines'),
          max: 2,
          columns: {
            name: str({ label: words('Name'), required: true }),
            count: number({ label: words('Count'), min: 1, max: 9, initial: 3 }),
            use: choice({ label: words('Use'), options: { one: words('One'), both: words('Both') }, initial: 'both' }),
            on: toggle({ label: words('On'), initial: true }),
          },
        }),
      },
    },
  },
});
const fields = settingForm(group, 'en-US').sections.flatMap((section) => section.fields);
function fieldNamed(name: string) {
  const field = fields.find((one) => one.name === name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
}

/** Renders one control and stores its value. */
async function draw(name: string, initial: unknown, invalid = false) {
  const held: { value: unknown } = { value: initial };
  const field = fieldNamed(name);
  function Box() {
    const [value, setValue] = useState(initial);
    const control = {
      id: 'control',
      label: name,
      value,
      disabled: false,
      invalid,
      describedBy: undefined,
      onChange: (next: unknown) => {
        held.value = next;
        setValue(next);
      },
    };
    if (field.kind === 'list') return <ListField control={control} label={field.label} example={null} />;
    return field.kind === 'rows' ? (
      <RowsField control={control} field={field} />
    ) : (
      <PairsField control={control} field={field} />
    );
  }
  await renderPage(<Box />);
  return held;
}
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a list reads unique entries, one per line or separated by commas', async () => {
  const held = await draw('hosts', []);
  type('Hosts', 'a.b, c.d\na.b');
  expect(held.value).toEqual(['a.b', 'c.d']);
  expect(listFault(fieldNamed('hosts'), ['a.b', 'X'])).toEqual({ rule: 'pattern' });
  expect(listFault(fieldNamed('hosts'), ['a', 'b', 'c'])).toEqual({ rule: 'arrayMax', params: { max: 2 } });
});

test('each fixed key has a labelled field', async () => {
  const held = await draw('given', {});
  type('Paid', 'T-1');
  expect(held.value).toEqual({ paid: 'T-1' });
});

test('typed keys are rows that can be added, marked and removed', async () => {
  const held = await draw('typed', { 12: 'North' }, true);
  press('Add row');
  type('Shop, row 2', 'x');
  type('Station, row 2', 'South');
  expect(held.value).toEqual({ 12: 'North', x: 'South' });
  expect(screen.getByRole('textbox', { name: 'Shop, row 2' })).toBeInvalid();
  expect(screen.getByRole('textbox', { name: 'Shop, row 1' })).toBeValid();
  expect(pairsFault(fieldNamed('typed'), held.value)).toEqual({ rule: 'pattern' });
  press('Remove row 1');
  expect(held.value).toEqual({ x: 'South' });
});

test('new rows have their initial values, and an invalid cell is marked', async () => {
  const held = await draw('lines', [], true);
  press('Add row');
  const first = { name: '', count: 3, use: 'both', on: true };
  expect(held.value).toEqual([first]);
  expect(screen.getByRole('textbox', { name: 'Name, row 1' })).toBeInvalid();
  type('Name, row 1', 'First');
  type('Count, row 1', '12');
  expect(held.value).toEqual([{ ...first, name: 'First', count: 12 }]);
  expect(screen.getByRole('textbox', { name: 'Name, row 1' })).toBeValid();
  expect(screen.getByRole('textbox', { name: 'Count, row 1' })).toBeInvalid();
  expect(rowsFault(fieldNamed('lines'), held.value)).toEqual({ rule: 'pattern' });
  press('Remove row 1');
  expect(held.value).toEqual([]);
});
