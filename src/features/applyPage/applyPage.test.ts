import { type Answers, type FormField, isAsked, isSealed, scopeField } from '@contract/franchiseForm';
import { checkAnswers } from '@contract/franchiseForm.answers';
import { answerText } from '@contract/franchiseForm.words';
import { checkFields } from '@contract/franchisePage.check';
import { emptyField, FIRST_PAGE, type PageContent } from '@contract/franchisePage.content';
import { pageView } from '@contract/franchisePage.view';
import { LOCALES, type Text } from '@contract/text';
import fc from 'fast-check';
import { readAnswers } from './answers';
import { draw } from './draw';
import { takeFiles } from './files';
import { liveForm } from './form';

const PLACES = [
  { code: '510000', name: 'Sichuan' },
  { code: '510100', name: 'Chengdu' },
  { code: '510104', name: 'Jinjiang' },
];
const regions = async (parent: string) =>
  PLACES.filter(({ code }) => code.startsWith(parent.replace(/0+$/, ''))).slice(1, 2);
const HOSTILE = ['<img src=x onerror=alert(1)>', '</script><script>x', '\u202eabc', `"'><b>`, 'a'.repeat(15)];
const words = (text: string): Text => ({ 'zh-CN': text, 'zh-TW': text, 'en-US': text, 'pt-BR': text });

/** A valid answer for each kind of field that has an answer, in the format that `readAnswers` returns. */
const TYPED: Partial<Record<FormField['kind'], string>> = {
  text: 'Words <b>',
  textarea: 'Two\nlines',
  number: '7',
  amount: '12.50',
  phone: '13800000001',
  idCard: '11010519491231002X',
  email: 'lin@example.com',
  select: 'b',
  radio: 'a',
  multiSelect: 'a,b',
  date: '2026-03-01',
  region: '510000',
  address: '510000|Road 1',
  agreement: 'yes',
  image: '11',
  file: '12,13',
};
const kinds = fc.constantFrom(...(Object.keys(TYPED) as FormField['kind'][]), 'hint' as const, 'divider' as const);
const forms = fc
  .array(
    fc.record({
      kind: kinds,
      label: fc.constantFrom(...HOSTILE),
      required: fc.boolean(),
      sensitive: fc.boolean(),
      on: fc.option(fc.nat(10), { nil: undefined }),
    }),
    { maxLength: 10 },
  )
  .map((list): FormField[] => [
    ...FIRST_PAGE.fields.slice(0, 2),
    ...list.map(
      ({ kind, label, required, sensitive, on }, at): FormField => ({
        ...emptyField(`q${at}`, kind),
        label: words(label.slice(0, 20)),
        required,
        ...(sensitive && isAsked({ kind }) && kind !== 'agreement' && { sensitive }),
        // Conditions refer only to earlier fields, so that there are no cycles.
        ...(on !== undefined &&
          on < at &&
          isAsked({ kind: list[on]?.kind ?? 'hint' }) && {
            visibleWhen: { key: `q${on}`, op: 'notEmpty' as const, value: [] },
          }),
      }),
    ),
  ])
  // The field that decides which staff see the application (`scopeField`) must not be sensitive.
  .map((fields) => fields.map((field) => (field === scopeField(fields) ? { ...field, sensitive: false } : field)));

function shown(fields: readonly FormField[]): HTMLElement {
  const content: PageContent = { ...FIRST_PAGE, fields };
  const root = document.createElement('div');
  root.append(
    draw(
      pageView({
        content,
        locale: 'en-US',
        say: (word) => word,
        imageOf: () => undefined,
        provinces: PLACES.slice(0, 1),
      }),
    ),
  );
  return root;
}
const live = (root: HTMLElement, fields: readonly FormField[]) => liveForm({ root, fields, locale: 'en-US', regions });

test('300 random forms: the typed answers are checked, stored and shown in the detail unchanged', () => {
  fc.assert(
    fc.property(forms, (fields) => {
      expect(checkFields(fields, LOCALES)).toEqual([]);
      const root = shown(fields);
      expect(root.querySelectorAll('script, img[onerror], b')).toHaveLength(0);
      const form = live(root, fields);
      const typed: Answers = Object.fromEntries(
        fields.filter(isAsked).map(({ key, kind }) => [key, key === 'name' ? 'Lin Fang' : (TYPED[kind] ?? '')]),
      );
      form.fill(typed);
      const read = readAnswers(root, fields);
      expect(read).toEqual(typed);
      const { answers, faults } = checkAnswers(fields, read);
      expect(faults).toEqual([]);
      expect(Object.keys(answers).sort()).toEqual(Object.keys(typed).sort());
      for (const field of fields.filter(isAsked)) {
        const text = answerText(field, answers[field.key] ?? '', 'en-US', (code) => code);
        expect(text).not.toBe('');
        if (field.kind === 'idCard') expect(isSealed(field)).toBe(true);
      }
      form.stop();
    }),
    { numRuns: 300 },
  );
});

test('an error is shown at its field, gets the focus, and disappears after the correction', () => {
  const fields = FIRST_PAGE.fields;
  const root = shown(fields);
  document.body.replaceChildren(root);
  const form = live(root, fields);
  expect(form.check()).toBe(4);
  const name = root.querySelector<HTMLInputElement>('#f-name');
  expect(name).toHaveFocus();
  expect(name).toBeInvalid();
  expect(name).toHaveAccessibleDescription('Please input Name');
  if (name) name.value = 'Lin Fang';
  name?.dispatchEvent(new Event('input', { bubbles: true }));
  expect(name).toBeValid();
  expect(root.querySelector('#e-name')).toBeEmptyDOMElement();
});

test('a conditional field appears with its answer, and regions load level by level', async () => {
  const extra: FormField = {
    ...emptyField('more', 'text'),
    visibleWhen: { key: 'budget', op: 'eq', value: ['from10'] },
  };
  const fields = [...FIRST_PAGE.fields, extra];
  const root = shown(fields);
  live(root, fields);
  const more = root.querySelector<HTMLElement>('[data-field="more"]');
  expect(more).toHaveAttribute('hidden');
  const budget = root.querySelector<HTMLSelectElement>('#f-budget');
  if (budget) budget.value = 'from10';
  budget?.dispatchEvent(new Event('change', { bubbles: true }));
  expect(more).not.toHaveAttribute('hidden');
  const [province, city] = root.querySelectorAll<HTMLSelectElement>('[data-field="region"] select');
  if (province) province.value = '510000';
  province?.dispatchEvent(new Event('change', { bubbles: true }));
  await new Promise((settle) => setTimeout(settle));
  expect(city?.disabled).toBe(false);
  expect([...(city?.options ?? [])].map(({ value }) => value)).toEqual(['', '510100']);
});

/** Starts a form whose region lists can be taken offline. `choose` chooses a region in the select of a level. */
function formWithRegions(fields: readonly FormField[]) {
  const root = shown(fields);
  const line = { isOffline: false };
  const form = liveForm({
    ...{ root, fields, locale: 'en-US' },
    regions: async (parent) => {
      if (line.isOffline) throw new Error('Offline');
      return regions(parent);
    },
  });
  const choose = async (level: number, code: string) => {
    const select = root.querySelectorAll<HTMLSelectElement>('[data-field="region"] select')[level];
    if (select) select.value = code;
    select?.dispatchEvent(new Event('change', { bubbles: true }));
    await new Promise((settle) => setTimeout(settle));
  };
  return { root, form, line, choose };
}

test('a form is not sent while a chosen region is shortened because its list could not be loaded', async () => {
  const fields = FIRST_PAGE.fields.filter(({ key }) => key === 'region');
  const { root, form, line, choose } = formWithRegions(fields);
  await choose(0, '510000');
  expect(form.check()).toBe(0);
  line.isOffline = true;
  await choose(1, '510100');
  expect(form.check()).toBe(1);
  expect(root.querySelector('[data-field="region"] [data-error]')).toHaveTextContent('Offline');
  line.isOffline = false;
  await choose(1, '510100');
  expect(form.check()).toBe(0);
});

test('a region whose list could not be loaded shows the reason, and the same choice loads the list again', async () => {
  const fields = FIRST_PAGE.fields;
  const { root, form, line, choose } = formWithRegions(fields);
  line.isOffline = true;
  const shell = root.querySelector<HTMLElement>('[data-field="region"]');
  const error = shell?.querySelector('[data-error]');
  const [province, city] = shell?.querySelectorAll('select') ?? [];
  await choose(0, '510000');
  expect(error).toHaveTextContent('Offline');
  expect([province?.value, city?.disabled]).toEqual(['', true]);
  form.check();
  expect(error).toHaveTextContent('Offline');
  line.isOffline = false;
  await choose(0, '510000');
  expect(error).toBeEmptyDOMElement();
  expect([province?.value, city?.disabled]).toEqual(['510000', false]);
  line.isOffline = true;
  form.fill({ region: '510100' });
  await new Promise((settle) => setTimeout(settle));
  expect(error).toHaveTextContent('Offline');
});

test('formatted text keeps only allowed elements and https links', () => {
  const html =
    '<p onclick="x()">A<script>x</script><a href="javascript:x">b</a><a href="https://a.example">c</a><img src=x></p>';
  const box = draw({ html }) as HTMLElement;
  expect(box.innerHTML).toBe('<p>Ax<a>b</a><a href="https://a.example">c</a></p>');
});

test('files are sent one by one, listed by name and removed; files that do not fit are named', async () => {
  const photos = { ...emptyField('photos', 'image'), label: words('Photos'), maxCount: 2 };
  const fields = [...FIRST_PAGE.fields, photos];
  const root = shown(fields);
  document.body.replaceChildren(root);
  const form = live(root, fields);
  const sent: string[] = [];
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  const files = takeFiles({
    root,
    fields,
    say: (word, params = {}) => `${word} ${Object.values(params).join(' ')}`.trim(),
    visit: 'v1',
    send: async ({ file, visit, onProgress }) => {
      onProgress(0.5);
      sent.push(`${visit} ${file.name}`);
      return file.name === 'no.png' ? { id: '', problem: 'Refused' } : { id: String(sent.length), problem: '' };
    },
    remove: async () => '',
  });
  const input = root.querySelector<HTMLInputElement>('input[type="file"]');
  expect(input).toHaveAccessibleName('addPicture Photos');
  const choose = async (...names: string[]) => {
    const list = names.map(
      (name) => new File(['x'], name, { type: name.endsWith('pdf') ? 'application/pdf' : 'image/png' }),
    );
    Object.defineProperty(input, 'files', { value: list, configurable: true });
    Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true });
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    expect(files.isBusy()).toBe(list.some(({ type }) => type === 'image/png'));
    while (files.isBusy()) await new Promise((settle) => setTimeout(settle));
  };
  const shell = root.querySelector<HTMLElement>('[data-field="photos"]');
  await choose('a.png', 'plan.pdf', 'no.png');
  expect(sent).toEqual(['v1 a.png', 'v1 no.png']);
  expect(shell).toHaveTextContent('no.png: Refused');
  expect(form.answers().photos).toBe('1');
  await choose('b.png', 'c.png');
  expect(shell).toHaveTextContent('fileCount 2');
  expect([form.answers().photos, input?.disabled]).toEqual(['1,3', true]);
  const [first] = shell?.querySelectorAll<HTMLButtonElement>('li button') ?? [];
  expect(first).toHaveAccessibleName('removeFile a.png');
  first?.click();
  await new Promise((settle) => setTimeout(settle));
  expect([form.answers().photos, input?.disabled]).toEqual(['3', false]);
});

test('the object URL of a picture is revoked when it is removed, refused or replaced, and all of them when the page is left', async () => {
  const photos = { ...emptyField('photos', 'image'), label: words('Photos'), maxCount: 9 };
  const fields = [...FIRST_PAGE.fields, photos];
  const root = shown(fields);
  document.body.replaceChildren(root);
  const form = live(root, fields);
  const open = new Set<string>();
  let made = 0;
  URL.createObjectURL = () => {
    made += 1;
    open.add(`blob:${made}`);
    return `blob:${made}`;
  };
  URL.revokeObjectURL = (url) => void open.delete(url);
  const files = takeFiles({
    ...{ root, fields, visit: 'v1', say: (word) => word },
    send: async ({ file }) => (file.name === 'no.png' ? { id: '', problem: 'No' } : { id: '7', problem: '' }),
    remove: async () => '',
  });
  const input = root.querySelector<HTMLInputElement>('input[type="file"]');
  const choose = async (...names: string[]) => {
    const list = names.map((name) => new File(['x'], name, { type: 'image/png' }));
    Object.defineProperty(input, 'files', { value: list, configurable: true });
    Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true });
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    while (files.isBusy()) await new Promise((settle) => setTimeout(settle));
  };
  await choose('a.png', 'no.png', 'b.png');
  expect([...open]).toEqual(['blob:1', 'blob:3']);
  root.querySelector<HTMLButtonElement>('[data-field="photos"] li button')?.click();
  await new Promise((settle) => setTimeout(settle));
  expect([...open]).toEqual(['blob:3']);
  form.fill({ photos: '8' });
  files.resume('v2');
  expect([...open]).toEqual([]);
  await choose('c.png', 'd.png');
  const leave = (persisted: boolean) => {
    const left = new Event('pagehide');
    Object.defineProperty(left, 'persisted', { value: persisted });
    window.dispatchEvent(left);
  };
  leave(true);
  expect([...open]).toEqual(['blob:4', 'blob:5']);
  leave(false);
  expect([...open]).toEqual([]);
});
