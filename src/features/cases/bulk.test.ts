import type { CaseStep } from '@contract/case';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { sendEach } from './bulk';

beforeAll(async () => {
  await loadTexts('console');
  await loadTexts('pages');
  await setLocale('en-US');
});

test('documents of kinds without a bulk call are refused with the reason instead of silently ignored', async () => {
  const step: CaseStep = { text: 'cases.approve', from: [], to: 'approved' } as never;
  const end = await sendEach(
    [{ id: 1 }, { id: 2 }],
    { stepOf: () => step, nameOf: ({ id }) => `W${id}` },
    {},
    'key-of-the-call',
  );
  expect(end).toMatchObject({ kind: 'refused', code: 42201, msg: 'Documents of this kind are handled one by one' });
});
