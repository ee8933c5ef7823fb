import type { Data } from '@contract/index';
import { SITE } from '@contract/site.settings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '@/app/request/queryClient';
import { setToken } from '@/app/session/token';
import { settingAnswer } from '@/features/settings/testing';
import { type Answers, type Call, open, personInfo, sent, serve, where } from '@/testing';
import { dialogTitled, listAnswer } from '@/ui/testing';

const person = (permission: number[]) => ({ data: personInfo({ permission, tel: '13812345678' }) });

const TEMPLATES = {
  bind: '',
  reset: 'SMS_2',
  oldPhone: '',
  login: 'SMS_1',
  second: '',
  payout: '',
  notice: '',
  resetLink: '',
};
const VALUES = {
  identity: {
    siteName: 'Lantern',
    shortName: '',
    logoLight: null,
    logoDark: null,
    favicon: null,
    serviceTel: '400-000-0000',
    serviceTime: '',
    supportEmail: '',
    icp: '',
    companyName: '',
  },
  security: {
    passwordMinLen: 8,
    passwordDays: 180,
    maxFail: 5,
    lockMin: 15,
    sessionPerAccount: 3,
    ipAllowList: [],
    force2v: [],
    watermark: true,
    debugMonitor: true,
  },
  sms: {
    provider: 'simulator',
    accessKeyId: '',
    accessKeySecret: null,
    signName: '',
    templates: TEMPLATES,
    unitPriceFen: 5,
  },
};
type Setting = Data<'site.Site/getSetting'>;
type Tab = keyof typeof VALUES;
const setting = (group: Tab, more: Partial<Setting> = {}): { data: Setting } => ({
  data: { ...settingAnswer(SITE.groups[group]), group, values: VALUES[group], ...more },
});
const SAVED = {
  data: { id: 9, state: 'saved', stateText: 'In force', version: 4, message: 'Settings saved' },
};

async function start(
  tab: Tab,
  more: Partial<Setting> = {},
  permission: number[] = [45, 4502, 4506],
  answers: Answers = {},
): Promise<Call[]> {
  queryClient.clear();
  localStorage.clear();
  setToken('token', false);
  const calls = serve({
    'site.Site/getSiteInfo': person(permission),
    'site.Monitor/pageView': { data: {} },
    'site.Site/getSetting': ({ group }) => setting(group as Tab, { mayEdit: permission.includes(4502), ...more }),
    'site.Site/saveSetting': SAVED,
    'site.Site/testSms': { data: { ok: true, detail: 'In the outbox' } },
    'site.Site/restoreSetting': { data: { ...SAVED.data, message: 'Version 2 restored' } },
    'site.Site/getSettingVersion': ({ version, at }) => ({
      data: {
        group: tab,
        version: at ? 1 : Number(version),
        values: { ...VALUES[tab], signName: { 1: 'Lamp', 3: 'Lantern' }[String(version)] ?? '', templates: TEMPLATES },
        at: '2026-02-01T09:30:00+08:00',
        byName: 'Li',
        hasSecret: version === '3' ? ['accessKeySecret'] : null,
      },
    }),
    'site.Site/getSettingHistory': {
      data: listAnswer(
        [
          {
            id: 2,
            version: 3,
            values: { ...VALUES.sms, signName: 'Lantern', templates: { ...TEMPLATES, login: 'SMS_9' } },
            changed: ['signName', 'templates', 'accessKeySecret'],
            at: '2026-03-01T09:30:00+08:00',
            byName: 'Wang',
            restoredFrom: null,
          },
          {
            id: 1,
            version: 2,
            values: VALUES.sms,
            changed: ['unitPriceFen'],
            at: '2026-02-01T09:30:00+08:00',
            byName: 'Li',
            restoredFrom: 1,
          },
        ],
        {},
      ),
    },
    ...answers,
  });
  await open('/site/index', tab === 'identity' ? '' : `?tab=${tab}`);
  await screen.findByText(/saved by Wang/);
  return calls;
}
const save = () => fireEvent.click(screen.getByText('Save settings'));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

it('saves a whole group with the version that was read, and reloads the site information', async () => {
  const calls = await start('identity');
  const before = sent(calls, 'site.Site/getSiteInfo').length;
  const name = screen.getByLabelText(/^Platform name/);
  type(name, 'Lighthouse');
  save();
  await screen.findByText('Settings saved');
  expect(sent(calls, 'site.Site/saveSetting')).toEqual([
    { group: 'identity', version: 3, values: { ...VALUES.identity, siteName: 'Lighthouse' } },
  ]);
  await waitFor(() => expect(sent(calls, 'site.Site/getSiteInfo').length).toBeGreaterThan(before));
});

it('shows validation errors before it calls the server', async () => {
  const calls = await start('identity');
  const tel = screen.getByLabelText(/^Service phone/);
  type(tel, '12345');
  save();
  expect(await screen.findByText('Service phone is not valid')).toBeVisible();
  expect(sent(calls, 'site.Site/saveSetting')).toEqual([]);
});

it('keeps a stored secret unless it is replaced or removed, and never shows it', async () => {
  const calls = await start('sms', { hasSecret: ['accessKeySecret'], simulated: true });
  expect(screen.getByText('Set')).toBeVisible();
  save();
  await waitFor(() => expect(sent(calls, 'site.Site/saveSetting')).toHaveLength(1));
  expect(sent(calls, 'site.Site/saveSetting')[0]).toEqual({ group: 'sms', version: 3, values: VALUES.sms });

  fireEvent.click(await screen.findByLabelText('Replace AccessKey secret'));
  type(screen.getByLabelText('AccessKey secret', { selector: 'input' }), 'new-one');
  save();
  await waitFor(() => expect(sent(calls, 'site.Site/saveSetting')).toHaveLength(2));
  expect(sent(calls, 'site.Site/saveSetting')[1]?.values).toMatchObject({
    accessKeySecret: 'new-one',
    templates: TEMPLATES,
  });

  fireEvent.click(await screen.findByLabelText('Remove AccessKey secret'));
  expect(screen.getByText('Removed on saving')).toBeVisible();
  save();
  await waitFor(() => expect(sent(calls, 'site.Site/saveSetting')).toHaveLength(3));
  expect(sent(calls, 'site.Site/saveSetting')[2]?.values).toMatchObject({ accessKeySecret: '' });
});

it('tests SMS with the form’s values and shows the result', async () => {
  const calls = await start('sms', { simulated: true });
  expect(screen.getByText('Simulator')).toBeVisible();
  fireEvent.click(screen.getByText('Send a test message to 138****5678'));
  expect(await screen.findByText('In the outbox')).toBeVisible();
  expect(sent(calls, 'site.Site/testSms')).toEqual([{ values: VALUES.sms }]);
});

it('shows the errors of a test whose fields the form does not show', async () => {
  const errors = [{ field: 'tel', rule: 'required', message: 'Bind a phone first' }];
  await start('sms', {}, undefined, {
    'site.Site/testSms': { code: 40001, msg: 'Invalid parameters', data: { errors } },
  });
  fireEvent.click(screen.getByText('Send a test message to 138****5678'));
  expect(await screen.findByText('Bind a phone first', { exact: false })).toBeVisible();
});

it("shows the user's own IP address next to the list and adds it", async () => {
  const calls = await start('security');
  expect(screen.getByText('10.1.2.3')).toBeVisible();
  type(screen.getByLabelText('Address allow list', { selector: 'textarea' }), '192.168.0.0/16');
  fireEvent.click(screen.getByText('Add to list'));
  save();
  await waitFor(() =>
    expect(sent(calls, 'site.Site/saveSetting')[0]?.values).toMatchObject({
      ipAllowList: ['192.168.0.0/16', '10.1.2.3'],
    }),
  );
});

it('is read-only for users without permission', async () => {
  await start('security', {}, [45]);
  expect(screen.getByText('You can view the settings, but you have no permission to change them.')).toBeVisible();
  expect(screen.queryByText('Save settings')).toBeNull();
  expect(screen.getByLabelText(/^Shortest password/)).toBeDisabled();
});

it('shows the changes of each version, and for secrets only that they changed', async () => {
  await start('sms');
  fireEvent.click(screen.getByText('History'));
  const newest = (await screen.findByText('Version 3', { selector: 'h3' })).closest('article');
  if (!newest) throw new Error('no version is shown');
  const rows = within(newest)
    .getAllByRole('row', { hidden: true })
    .map((row) => row.textContent);
  expect(rows).toEqual([
    'FieldBeforeAfter',
    'AccessKey secret—Replaced or removed',
    'Signature—Lantern',
    'Sign-inSMS_1SMS_9',
  ]);
});

it('compares any two versions; for secrets it shows only whether one was stored', async () => {
  const calls = await start('sms');
  fireEvent.click(screen.getByText('History'));
  fireEvent.click(await screen.findByLabelText('Compare'));
  await screen.findByText('For secrets, only whether they were set at the time is shown, not their content.');
  expect(sent(calls, 'site.Site/getSettingVersion').map(({ version }) => version)).toEqual(['2', '3']);
  const rows = screen
    .getAllByRole('row', { hidden: true })
    .map((row) => row.textContent)
    .slice(-3);
  expect(rows).toEqual(['FieldVersion 2Version 3', 'AccessKey secretNot recordedSet', 'Signature—Lantern']);
});

it('names version 0 in the comparison as in the choice of versions', async () => {
  await start('sms', { version: 1 });
  fireEvent.click(screen.getByText('History'));
  fireEvent.click(await screen.findByLabelText('Compare'));
  const rows = () => screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
  await waitFor(() => expect(rows().slice(-2)).toEqual(['FieldInitial valuesVersion 1', 'Signature—Lamp']));
});

it('shows the settings as of a date and time', async () => {
  const calls = await start('sms');
  fireEvent.click(screen.getByText('History'));
  fireEvent.click(await screen.findByLabelText('Point in time'));
  type(await screen.findByLabelText('Date and time'), '2026-02-03T08:00');
  const heading = await screen.findByText('Version 1', { selector: 'h3' });
  expect(heading).toHaveTextContent('Li');
  expect(sent(calls, 'site.Site/getSettingVersion')).toEqual([{ group: 'sms', at: '2026-02-03T08:00:00+08:00' }]);
});

it('restores a version after a confirmation, and opens the form again', async () => {
  const calls = await start('sms');
  fireEvent.click(screen.getByText('History'));
  fireEvent.click(await screen.findByLabelText('Restore version 2'));
  const dialog = await dialogTitled(/^Restore/);
  expect(dialog).toHaveTextContent('Secrets stay as they are now');
  const reads = sent(calls, 'site.Site/getSetting').length;
  fireEvent.click(within(dialog).getByText('Restore', { selector: 'button *' }));
  await screen.findByText('Version 2 restored');
  expect(sent(calls, 'site.Site/restoreSetting')).toEqual([{ group: 'sms', from: 2, version: 3 }]);
  await waitFor(() => expect(sent(calls, 'site.Site/getSetting').length).toBeGreaterThan(reads));
});

it('offers no restore to users without permission', async () => {
  await start('sms', {}, [45]);
  fireEvent.click(screen.getByText('History'));
  await screen.findByText('Version 3', { selector: 'h3' });
  expect(screen.queryByText('Restore')).toBeNull();
});

it('puts the tab into the address', async () => {
  await start('identity');
  fireEvent.click(screen.getByText('Security'));
  await waitFor(() => expect(where()).toBe('/site/index?tab=security'));
});
