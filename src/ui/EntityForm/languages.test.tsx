import { text } from '@contract/text';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, renderPage } from '../testing';
import { EntityForm } from '.';
import type { FormValues } from './store';
import type { Field } from './types';

const title = (locale: string): Field => ({
  kind: 'text',
  name: `title.${locale}`,
  label: text(locale, `Title ${locale}`, locale, locale),
  when: ({ language }) => language === locale,
  reveal: { language: locale },
});
const invalid = (field: string) => ({
  ...{ code: 40001, msg: 'Check the form', requestId: 'request-1' },
  data: { errors: [{ field, rule: 'maxLength', message: 'Too long' }] },
});
async function show(answer: unknown) {
  const page = await renderPage(
    <EntityForm<'team.Team/update', FormValues>
      formKey="languages"
      draft={false}
      initial={{ language: 'zh-CN', 'title.zh-CN': '', 'title.en-US': '' }}
      groups={[{ key: 'all', fields: [title('zh-CN'), title('en-US')] }]}
      address="team.Team/update"
      toInput={() => ({ id: 4, version: 1, values: {}, confirmOverlap: false })}
      submit="common.save"
      onDone={() => undefined}
    />,
    { at: '/edit', answers: { 'team.Team/update': answer } as Answers },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  return page;
}

test('an error in another language opens that language, is shown at its field, and the field gets the focus', async () => {
  await show(invalid('values.title.en-US'));
  const field = await screen.findByLabelText('Title en-US');
  expect(screen.getByText('Too long')).toHaveRole('alert');
  await waitFor(() => expect(field).toHaveFocus());
});

test('an error in the open language is shown at its field', async () => {
  await show(invalid('title.zh-CN'));
  expect(await screen.findByText('Too long')).toHaveRole('alert');
  expect(screen.getByLabelText('Title zh-CN')).toHaveAttribute('aria-invalid', 'true');
});
