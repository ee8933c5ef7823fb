import { INITIAL_TARIFF } from '@contract/enquiry.states';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderPage } from '@/ui/testing';
import { Calculator } from './Calculator';

test('a version that could not be loaded is reported and can be loaded again before it is tried', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<Calculator ruleId={3} onClose={() => undefined} />, {
    answers: { 'enquiry.Enquiry/getRule': refusal(50001, 'System busy') },
  });
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Calculate' })).toBeDisabled();
  page.answer('enquiry.Enquiry/getRule', {
    id: 3,
    version: 4,
    name: 'Standard',
    ruleNo: 'ER1',
    revision: 2,
    state: 'inForce',
    stateText: 'In force',
    scopeType: 'all',
    scopeTypeText: 'All stations',
    scopeText: '',
    scopeIds: [],
    priority: 100,
    formula: '¥5.00 up to 3 km',
    tariff: { ...INITIAL_TARIFF, periods: [] },
    remark: '',
    effectiveFrom: '2026-01-01T00:00:00+08:00',
    effectiveTo: null,
    updatedAt: '2026-01-01T00:00:00+08:00',
    updatedByName: 'Lin',
    publishedByName: 'Lin',
    publishedAt: '2026-01-01T00:00:00+08:00',
    versions: [],
    actions: [],
  });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Standard, version 2')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Calculate' })).toBeEnabled();
  expect(screen.queryByText('System busy')).not.toBeInTheDocument();
});
