import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderPage } from '@/ui/testing';
import { RiderMoney } from './RiderField';

const change = { kind: 'deduct', direction: 'out', amountFen: 50_000, allowInstalment: false } as const;
const noRiders = { list: [], singleMaxFen: 500_000, expireDays: 7 };

test('a chosen rider who could not be loaded is reported and can be loaded again', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<RiderMoney riderId={40} change={change} />, {
    answers: { 'fundAudit.Rider/getRiders': refusal(50001, 'System busy') },
  });
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  expect(screen.queryByText('Please select the rider')).not.toBeInTheDocument();
  page.answer('fundAudit.Rider/getRiders', {
    ...noRiders,
    list: [
      {
        id: 40,
        riderNo: 'R000040',
        name: 'Lin Fang',
        tel: '199****0040',
        teamId: 4,
        teamName: 'Tianfu',
        statusText: 'Active',
        isOpen: true,
        balanceFen: 12_000,
        depositFen: 20_000,
        owedFen: 0,
      },
    ],
  });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('¥120.00')).toBeInTheDocument();
  expect(screen.getByText(/Not enough balance/)).toBeInTheDocument();
  expect(screen.queryByText('System busy')).not.toBeInTheDocument();
});

test('a chosen rider outside of the stations of the user is not found, and the form does not ask for a rider', async () => {
  await renderPage(<RiderMoney riderId={40} change={change} />, { answers: { 'fundAudit.Rider/getRiders': noRiders } });
  expect(await screen.findByText('Nothing found')).toBeInTheDocument();
  expect(screen.queryByText('Please select the rider')).not.toBeInTheDocument();
});

test('without a chosen rider the form asks for one', async () => {
  const page = await renderPage(<RiderMoney riderId={null} change={change} />);
  expect(await screen.findByText('Please select the rider')).toBeInTheDocument();
  expect(page.to('fundAudit.Rider/getRiders')).toHaveLength(0);
});
