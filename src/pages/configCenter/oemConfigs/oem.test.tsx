import type { Data } from '@contract/index';
import { OEM } from '@contract/oem.settings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '@/app/request/queryClient';
import { setToken } from '@/app/session/token';
import { platformAnswer, settingAnswer } from '@/features/settings/testing';
import { type Call, open, personInfo, sent, serve } from '@/testing';
import { dialogTitled } from '@/ui/testing';

type Setting = Data<'config.Oem/get'>;
const PLATFORM: NonNullable<Setting['platform']> = platformAnswer({
  lastTest: { ok: true, checks: [], at: '2026-03-01T09:30:00+08:00', isCurrent: true },
});
const setting = (more: Partial<Setting> = {}): Setting => ({
  ...settingAnswer(OEM.groups.oem),
  values: { ...OEM.groups.oem.initial, productName: 'Lantern' },
  hasSecret: ['certKey'],
  secrets: { certKey: { masked: '****', updatedAt: '2026-03-01T09:30:00+08:00', updatedByName: 'Wang' } },
  platform: PLATFORM,
  ...more,
});
const DONE = { data: { id: 9, state: 'enabled', stateText: 'Enabled', version: 8, message: 'Enabled' } };

async function start(more: Partial<Setting> = {}, answers: Parameters<typeof serve>[0] = {}): Promise<Call[]> {
  queryClient.clear();
  localStorage.clear();
  setToken('token', false);
  const calls = serve({
    'site.Site/getSiteInfo': { data: personInfo({ permission: [70, 71, 7102] }) },
    'site.Monitor/pageView': { data: {} },
    'config.Oem/get': { data: setting(more) },
    ...answers,
  });
  await open('/configCenter/oemConfigs');
  await screen.findByRole('textbox', { name: /Product name/ });
  return calls;
}

test('the strip shows missing values, upcoming ends and an outdated test', async () => {
  const lastTest = { ok: false, checks: [], at: '2026-02-01T09:30:00+08:00', isCurrent: false };
  const ending = [{ label: 'Certificate', at: '2026-03-10T00:00:00+08:00', days: 1 }];
  const platform = {
    ...PLATFORM,
    state: 'incomplete',
    stateText: 'Incomplete',
    missing: ['Product name', 'Theme colour'],
  } as const;
  await start({ platform: { ...platform, missing: [...platform.missing], lastTest, ending } });
  const strip = screen.getByRole('region', { name: 'State' });
  expect(within(strip).getByText('Incomplete')).toBeVisible();
  expect(within(strip).getByText('Missing: Product name, Theme colour')).toBeVisible();
  expect(within(strip).getByText(/Certificate expires in 1 day:/)).toBeVisible();
  expect(within(strip).getByText(/test again/)).toBeVisible();
});

test('enabling asks for confirmation and sends the state version', async () => {
  const calls = await start({}, { 'config.Oem/enable': DONE });
  fireEvent.click(screen.getByRole('button', { name: 'Enable' }));
  const dialog = await dialogTitled(/^Enable/);
  expect(within(dialog).getByText('OEM branding is enabled; its settings take effect at once.')).toBeVisible();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Enable' }));
  await waitFor(() => expect(sent(calls, 'config.Oem/enable')).toEqual([{ group: 'oem', version: 7 }]));
  await waitFor(() => expect(sent(calls, 'site.Site/getSiteInfo').length).toBeGreaterThan(1));
});

test('the test uses the stored settings, lists its checks, and requires saving first', async () => {
  const checks = [
    { name: 'Theme colour', ok: true, detail: 'Contrast with white 3.22:1' },
    { name: 'console.example.com', ok: false, detail: 'Point console.example.com to a.example first' },
  ];
  const calls = await start({}, { 'config.Oem/test': { data: { ok: false, checks } } });
  fireEvent.click(screen.getByRole('button', { name: 'Check domains and certificate' }));
  expect(await screen.findByText(/Point console.example.com to a.example first/)).toBeVisible();
  expect(sent(calls, 'config.Oem/test')).toEqual([{ group: 'oem', version: 3 }]);
  fireEvent.change(screen.getByRole('textbox', { name: 'Slogan' }), { target: { value: 'Light' } });
  fireEvent.click(screen.getByRole('button', { name: 'Check domains and certificate' }));
  expect(await screen.findByText(/Save the settings first/)).toBeVisible();
  expect(sent(calls, 'config.Oem/test')).toHaveLength(1);
});

test('a stored secret shows its mask and who stored it, and has its own action to remove it', async () => {
  const calls = await start({}, { 'config.Oem/clearSecret': DONE });
  expect(screen.getByText('****')).toBeVisible();
  expect(screen.getByText(/^saved by Wang/)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Remove Private key' }));
  const dialog = await dialogTitled(/^Remove/);
  expect(within(dialog).getByText('Private key is removed at once and cannot be recovered.')).toBeVisible();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(sent(calls, 'config.Oem/clearSecret')).toEqual([{ group: 'oem', field: 'certKey', version: 3 }]),
  );
});

test('an error of a certificate or a domain is shown at its field, whatever the code', async () => {
  const message = 'Point console.example.com to a.example first';
  const errors = [{ field: 'consoleDomain', rule: 'cname', message }];
  await start({}, { 'config.Oem/save': { code: 42333, msg: message, data: { errors } } });
  const field = screen.getByRole('textbox', { name: /Domain of the console/ });
  fireEvent.change(field, { target: { value: 'console.example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(field).toHaveAccessibleDescription(message);
  expect(field).toHaveFocus();
});

test('a certificate shows its details, and the guide is next to the form', async () => {
  await start({
    values: { ...OEM.groups.oem.initial, certPem: '-----BEGIN CERTIFICATE-----' },
    certificates: [
      {
        field: 'certPem',
        label: 'Certificate',
        subject: 'CN=console.example.com',
        issuer: 'CN=Root',
        serial: '0A1B',
        validFrom: '2026-01-01T00:00:00Z',
        validTo: '2026-03-10T00:00:00Z',
        days: 9,
        names: ['console.example.com'],
        keyMatches: false,
      },
    ],
  });
  for (const said of ['CN=console.example.com', '0A1B', '9 days left', 'Does not match'])
    expect(screen.getByText(said)).toBeVisible();
  const guide = screen.getByRole('complementary', { name: 'How to obtain' });
  expect(within(guide).getByText(/Add a CNAME record/)).toBeVisible();
});

test('a colour shows its contrast to white during typing', async () => {
  await start();
  const colour = screen.getByRole('textbox', { name: 'Theme colour' });
  fireEvent.change(colour, { target: { value: '#fadb14' } });
  expect(await screen.findByText('Contrast with white 1.38:1')).toBeVisible();
});
