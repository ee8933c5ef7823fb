import type { Data } from '@contract/index';
import { PAYMENT } from '@contract/payment.settings';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { queryClient } from '@/app/request/queryClient';
import { setToken } from '@/app/session/token';
import { platformAnswer, settingAnswer } from '@/features/settings/testing';
import { type Call, open, personInfo, sent, serve } from '@/testing';

type Setting = Data<'config.Payment/get'>;
type Tab = keyof typeof PAYMENT.groups;

const setting = (group: Tab): { data: Setting } => ({
  data: {
    ...settingAnswer(PAYMENT.groups[group], { simulated: true }),
    group,
    platform:
      PAYMENT.groups[group].platform &&
      platformAnswer({
        ...({
          state: 'disabled',
          stateText: 'Disabled',
          environment: 'simulator',
          environmentText: 'Simulator',
        } as const),
        callbacks: [{ label: 'Payment notices', url: 'https://console.example.com/api/callback.WxPay/notify' }],
      }),
  },
});

async function start(tab: Tab = 'wx'): Promise<Call[]> {
  queryClient.clear();
  localStorage.clear();
  setToken('token', false);
  const calls = serve({
    'site.Site/getSiteInfo': { data: personInfo({ permission: [70, 72, 7202, 7206] }) },
    'site.Monitor/pageView': { data: {} },
    'config.Payment/get': ({ group }) => setting(group as Tab),
    'config.Payment/test': {
      data: { ok: false, checks: [{ name: 'Order query', ok: false, detail: 'SIGN_ERROR: wrong serial number' }] },
    },
  });
  await open('/configCenter/paymentConfig', tab === 'wx' ? '' : `?tab=${tab}`);
  await screen.findByText(/saved by Wang/);
  return calls;
}

it('shows the fields and addresses of WeChat Pay; the verification mode decides whether a public key is asked for', async () => {
  await start();
  expect(screen.getByLabelText(/^Merchant number/)).toBeTruthy();
  expect(screen.getByText('https://console.example.com/api/callback.WxPay/notify')).toBeTruthy();
  expect(screen.getByLabelText(/^Public key ID/)).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Platform certificates'));
  await waitFor(() => expect(screen.queryByLabelText(/^Public key ID/)).toBeNull());
});

it('asks for certificates or the public key of Alipay, by signing mode', async () => {
  await start('ali');
  expect(screen.getByLabelText(/^Merchant PID/)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /^Alipay public key/ })).toBeNull();
  fireEvent.click(screen.getByLabelText('Public key'));
  await screen.findByRole('textbox', { name: /^Alipay public key/ });
});

it('offers no connection test for payouts, which belong to no platform', async () => {
  await start('payout');
  expect(screen.getByLabelText(/^Daily cap/)).toBeTruthy();
  expect(screen.queryByText('Test connection')).toBeNull();
});

it('shows merchant numbers as rows that can be added', async () => {
  await start('numbers');
  fireEvent.click(screen.getByText('Add row'));
  expect(screen.getByLabelText(/^Station numbers/)).toBeTruthy();
});

it("shows the platform's answer to a test", async () => {
  const calls = await start();
  fireEvent.click(screen.getByText('Test connection'));
  await screen.findByText(/SIGN_ERROR: wrong serial number/);
  expect(sent(calls, 'config.Payment/test')).toEqual([{ group: 'wx', version: 3 }]);
});
