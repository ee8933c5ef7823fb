import type { Data } from '@contract/index';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderPage } from '@/ui/testing';
import { WhatIf } from './WhatIf';

const running: Data<'finance.Cost/getWhatIf'> = {
  id: 20,
  ruleId: 3,
  ruleName: 'Promotion',
  revision: 2,
  fromDay: '2026-02-01',
  toDay: '2026-02-28',
  state: 'running',
  stateText: 'Calculating',
  total: 100,
  done: 25,
  createdAt: '2026-03-01T10:00:00+08:00',
  createdByName: 'Lin',
  finishedAt: null,
  result: null,
};
const busy = refusal(50001, 'System busy');
const start = () => screen.getByRole('button', { name: 'Calculate' });

test('without the earlier what-ifs, no new one can be started, and they can be loaded again', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<WhatIf rule={{ id: 3 }} />, { answers: { 'finance.Cost/getWhatIfs': busy } });
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  expect(start()).toBeDisabled();
  page.answer('finance.Cost/getWhatIfs', { list: [] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(start()).toBeEnabled());
  expect(screen.queryByText('System busy')).not.toBeInTheDocument();
});

test('a progress that could not be updated is reported above the last one', async () => {
  const page = await renderPage(<WhatIf rule={{ id: 3 }} />, {
    answers: { 'finance.Cost/getWhatIfs': { list: [running] } },
  });
  expect(await screen.findByText(/25 of 100 orders/)).toBeInTheDocument();
  page.answer('finance.Cost/getWhatIfs', busy);
  expect(await screen.findByText('System busy', {}, { timeout: 5_000 })).toBeInTheDocument();
  expect(screen.getByText(/25 of 100 orders/)).toBeInTheDocument();
  expect(start()).toBeDisabled();
});
