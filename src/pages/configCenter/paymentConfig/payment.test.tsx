import type { Data } from '@contract/index';
import { PAYMENT } from '@contract/payment.settings';
import { settingForm } from '@contract/settings.schema';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { queryClient } from '@/app/request/queryClient';
import { setToken } from '@/app/session/token';
import { open, personInfo, sent, serve } from '@/testing';

type Setting = Data<'config.Payment/get'>;
type Tab = keyof typeof PAYMENT.groups;

const setting = (group: Tab): { data: Setting } => ({
  data: {
    group,
    form: settingForm(PAYMENT.groups[group], 'en-US'),
    values: { ...PAYMENT.groups[group].initial },
    hasSecret: [],
    secrets: {},
    certificates: [],
    platform: PAYMENT.groups[group].platform && {
      state: 'disabled',
      stateText: 'Disabled',
      enabled: false,
      stateVersion: 3,
      missing: [],
      environment: 'simulator',
      environmentText: 'Simulator',
      lastTest: null,
      ending: [],
      callbacks: [{ label: 'Payment notices', url: 'https://console.example.com/api/callback.WxPay/notify' }],
      changedAt: null,
      changedByName: '',
    },
    version: 2,
    updatedAt: '2026-03-01T09:30:00+08:00',
    updatedByName: 'Wang',
    quotaLeft: null,
    simulated: true,
    callerIp: '10.1.2.3',
    mayEdit: true,
    maySecrets: true,
  },
});

beforeEach(() => {
  queryClient.clear();
  setToken('t');
});

function serveAll(): void {
  serve({
    'dashboard.Account/getPersonInfo': { data: personInfo({ permission: [70, 72, 7202, 7206] }) },
    'config.Payment/get': ({ input }: { input: { group?: Tab } }) => setting(input.group ?? 'wx'),
    'config.Payment/test': {
      data: { ok: false, checks: [{ name: 'Order query', ok: false, detail: 'SIGN_ERROR: wrong serial number' }] },
    },
  } as never);
}

test('each platform has a tab with its fields, its state, and addresses to copy; the public key follows the kind of verification', async () => {
  serveAll();
  open('/configCenter/paymentConfig');
  expect(await screen.findByLabelText('Merchant number')).toBeInTheDocument();
  expect(screen.getByText('https://console.example.com/api/callback.WxPay/notify')).toBeInTheDocument();
  expect(screen.getByLabelText('Public key ID')).toBeInTheDocument();
  fireEvent.click(screen.getByLabelText('Platform certificates'));
  await waitFor(() => expect(screen.queryByLabelText('Public key ID')).toBeNull());
  fireEvent.click(screen.getByRole('tab', { name: 'Alipay' }));
  expect(await screen.findByLabelText('Merchant PID')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('tab', { name: 'Bank and offline' }));
  expect(await screen.findByLabelText('Daily cap')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
});

test('a test shows what the platform said', async () => {
  serveAll();
  open('/configCenter/paymentConfig');
  fireEvent.click(await screen.findByRole('button', { name: 'Test connection' }));
  expect(await screen.findByText(/SIGN_ERROR: wrong serial number/)).toBeInTheDocument();
  expect(sent('config.Payment/test')).toMatchObject([{ group: 'wx', version: 2 }]);
});
