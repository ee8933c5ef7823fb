import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderPage } from '../testing';
import { FieldValue } from './FieldValue';
import type { Field } from './types';

const STATIONS: Field = {
  kind: 'options',
  name: 'teamIds',
  label: 'accounts.stations',
  source: 'teams',
  multiple: true,
};

test('ids whose names could not be loaded are explained, and Retry loads the names', async () => {
  const page = await renderPage(<FieldValue field={STATIONS} value={[12, 17]} />, {
    answers: { 'common.Option/getOptions': refusal(50001, 'Try later') },
  });
  expect(await screen.findByText(/^12, 17 · The data could not be loaded/)).toBeInTheDocument();
  page.answer('common.Option/getOptions', {
    teams: [
      { value: 12, label: 'Tianfu' },
      { value: 17, label: 'Jinjiang' },
    ],
  });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Tianfu, Jinjiang')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
