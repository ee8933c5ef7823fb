import { ALIPAY_MINI } from '@contract/alipayMini.settings';
import { APPLET } from '@contract/applet.settings';
import { DY_APPLET } from '@contract/dyApplet.settings';
import type { SettingGroup } from '@contract/settings';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { platformAnswer, settingAnswer } from '@/features/settings/testing';
import { listAnswer, renderPage } from '@/ui/testing';
import AlipayMiniSettings from './configureAlipayMiniProgram';
import AppletSettings from './configureApplet';
import DyAppletSettings from './configureDyApplet';

const user = userEvent.setup();
const LIMITS = 'With your own secret the platform opens no interfaces; use its console.';

interface PageCase {
  readonly name: string;
  readonly page: ReactElement;
  readonly at: string;
  readonly address: 'config.Applet' | 'config.AlipayMini' | 'config.DyApplet';
  readonly group: SettingGroup;
  /** Label of a field that is shown only after the access mode `mode` is chosen. */
  readonly hidden: string;
  readonly mode: string;
}
const PAGES: readonly PageCase[] = [
  {
    name: 'messaging',
    page: <AppletSettings />,
    at: '/configCenter/configureApplet',
    address: 'config.Applet',
    group: APPLET.groups.applet,
    hidden: 'Platform AppID',
    mode: 'Third-party platform',
  },
  {
    name: 'payment-platform',
    page: <AlipayMiniSettings />,
    at: '/configCenter/configureAlipayMiniProgram',
    address: 'config.AlipayMini',
    group: ALIPAY_MINI.groups.alipayMini,
    hidden: 'Third-party AppID',
    mode: 'Third-party application',
  },
  {
    name: 'short-video',
    page: <DyAppletSettings />,
    at: '/configCenter/configureDyApplet',
    address: 'config.DyApplet',
    group: DY_APPLET.groups.dyApplet,
    hidden: 'Provider AppID',
    mode: 'Service provider',
  },
];

const setting = ({ group, at }: PageCase) =>
  settingAnswer(group, {
    platform: platformAnswer({
      ...{ state: 'incomplete', stateText: 'Incomplete', missing: ['AppID'] },
      ...{ environment: 'simulator', environmentText: 'Simulator' },
      callbacks: [{ label: 'Callback', url: `https://console.example.com${at}` }],
    }),
    simulated: true,
  });
const summary = {
  ...{ online: null, audit: null, newest: null, qr: null, task: null, syncedAt: null, actions: [] },
  ...{ notConfigured: null, limits: LIMITS },
};
const show = (one: PageCase, at = one.at) =>
  renderPage(one.page, {
    at,
    answers: { [`${one.address}/get`]: setting(one), [`${one.address}/getVersions`]: listAnswer([], summary) },
  } as never);

test.each(PAGES)(
  '$name: the parameters show what is missing, the callback, and the fields of the chosen mode',
  async (one) => {
    await show(one);
    expect(await screen.findByText('Incomplete')).toBeInTheDocument();
    expect(screen.getByText(`https://console.example.com${one.at}`)).toBeInTheDocument();
    expect(screen.queryByLabelText(new RegExp(`^${one.hidden}`))).not.toBeInTheDocument();
    await user.click(screen.getByText(one.mode));
    expect(await screen.findByLabelText(new RegExp(`^${one.hidden}`))).toBeInTheDocument();
  },
);

test.each(PAGES)('$name: the code says why actions are missing and leads to the parameters', async (one) => {
  await show(one, `${one.at}?tab=code`);
  expect(await screen.findByText(LIMITS)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open parameters' })).toHaveAttribute('href', one.at);
  expect(screen.queryByRole('button', { name: 'Upload version' })).not.toBeInTheDocument();
});
