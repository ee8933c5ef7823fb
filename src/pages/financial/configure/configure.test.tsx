import type { Data } from '@contract/index';
import { WITHDRAW, type WithdrawConfig } from '@contract/withdraw.settings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '@/app/request/queryClient';
import { setToken } from '@/app/session/token';
import { settingAnswer } from '@/features/settings/testing';
import { type Call, open, personInfo, sent, serve } from '@/testing';

type Setting = Data<'finance.WithdrawConfig/get'>;
function setting(values: Partial<WithdrawConfig> = {}, more: Partial<Setting> = {}): Setting {
  const group = WITHDRAW.groups.team;
  return { ...settingAnswer(group), values: { ...group.initial, ...values }, ...more };
}

async function start(answer: Setting = setting(), answers: Parameters<typeof serve>[0] = {}): Promise<Call[]> {
  queryClient.clear();
  localStorage.clear();
  setToken('token', false);
  const calls = serve({
    'site.Site/getSiteInfo': { data: personInfo({ permission: [30, 35, 3502] }) },
    'site.Monitor/pageView': { data: {} },
    'finance.WithdrawConfig/get': { data: answer },
    ...answers,
  });
  await open('/financial/configure');
  await screen.findByRole('complementary', { name: 'Fee calculator' });
  return calls;
}
const calculator = () => within(screen.getByRole('complementary', { name: 'Fee calculator' }));
const type = (box: HTMLElement, value: string) => {
  fireEvent.change(box, { target: { value } });
  fireEvent.blur(box);
};
const amount = (value: string) => type(calculator().getByRole('textbox', { name: /Withdrawal amount/ }), value);
const answer = () => calculator().getByRole('status');

test('the calculator shows fee and net amount for a typed amount', async () => {
  await start();
  amount('1000');
  expect(answer()).toHaveTextContent('Fee6.00');
  expect(answer()).toHaveTextContent('Payee receives994.00');
});

test('the calculator uses unsaved values of the form', async () => {
  await start();
  amount('1000');
  type(screen.getByRole('textbox', { name: /Fee rate/ }), '2');
  expect(answer()).toHaveTextContent('Fee20.00');
  fireEvent.click(screen.getByRole('radio', { name: 'Platform' }));
  expect(answer()).toHaveTextContent('Paid by the platform');
  expect(answer()).toHaveTextContent('Payee receives1,000.00');
});

test('remaining free applications make the withdrawal free', async () => {
  await start();
  amount('1000');
  type(calculator().getByRole('textbox', { name: /Free applications/ }), '0');
  expect(answer()).toHaveTextContent('FeeFree');
});

test('for an amount below its fee, the smallest sufficient amount is shown', async () => {
  await start(setting({ minFen: 10, feeType: 'fixed', feeFixedFen: 150 }));
  amount('1');
  expect(answer()).toHaveTextContent('Smallest amount that can be paid out: ¥1.51');
  amount('1.51');
  expect(answer()).not.toHaveTextContent('does not cover');
});

test('an amount outside the limits of the form is reported', async () => {
  await start(setting({ multipleFen: 10_000 }));
  amount('99');
  expect(answer()).toHaveTextContent('Below the minimum of ¥100.00');
  amount('60000');
  expect(answer()).toHaveTextContent('Above the maximum of ¥50,000.00');
  amount('150');
  expect(answer()).toHaveTextContent('Must be a multiple of ¥100.00');
});

test('an error from the server is shown at its field and keeps the input', async () => {
  const message = 'Minimum must not exceed maximum';
  const refused = { code: 40001, data: { errors: [{ field: 'minFen', rule: 'order', message }] } };
  const calls = await start(setting(), { 'finance.WithdrawConfig/save': refused });
  const least = screen.getByRole('textbox', { name: /Minimum amount/ });
  type(least, '60000');
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(least).toHaveValue('60000.00');
  await waitFor(() => expect(sent(calls, 'finance.WithdrawConfig/save')).toHaveLength(1));
});

test('users who may not edit see the settings and can use the calculator', async () => {
  await start(setting({}, { mayEdit: false }));
  expect(screen.queryByRole('button', { name: 'Save settings' })).toBeNull();
  amount('1000');
  expect(answer()).toHaveTextContent('Fee6.00');
});
