import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import settingsModel from '@/models/settings';
import { renderPage } from '@/ui/testing';
import SettingsPanel from './SettingsPanel';

beforeAll(() => {
  // The library's forms create a `MessageChannel`. A real channel would prevent the test process from ending.
  globalThis.MessageChannel = class {
    port1: { onmessage: (() => void) | null } = { onmessage: null };
    port2 = { postMessage: () => void setTimeout(() => this.port1.onmessage?.()) };
  } as unknown as typeof MessageChannel;
});

/** Opens the panel. @returns the recorded changes */
async function panel() {
  const changes: unknown[] = [];
  await renderPage(<SettingsPanel settings={settingsModel.state} onChange={(change) => changes.push(change)} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Layout settings' }));
  return { user, changes, dialog: within(await screen.findByRole('dialog')) };
}

test('the layout starts light, yellow, mixed and fluid, with a scrolling header and a fixed sidebar', () => {
  expect(settingsModel.state).toMatchObject({
    navTheme: 'light',
    colorPrimary: '#fadb14',
    layout: 'mix',
    contentWidth: 'Fluid',
    fixedHeader: false,
    fixSiderbar: true,
    autoHideHeader: false,
    colorWeak: false,
  });
});

test('each choice and each switch of the panel changes its own option', async () => {
  const { user, changes, dialog } = await panel();
  for (const name of ['Dark', 'Blue', 'Side menu', 'Top menu', 'Mixed menu', 'Fixed', 'Fluid']) {
    await user.click(dialog.getByRole('radio', { name }));
  }
  for (const name of ['Fixed header', 'Fixed sidebar', 'Hide header on scroll', 'Colour-blind mode']) {
    await user.click(dialog.getByRole('switch', { name }));
  }
  expect(changes).toEqual([
    { navTheme: 'realDark', scheme: 'dark' },
    { colorPrimary: '#1677ff' },
    { layout: 'side' },
    { layout: 'top' },
    { layout: 'mix' },
    { contentWidth: 'Fixed' },
    { contentWidth: 'Fluid' },
    { fixedHeader: true },
    { fixSiderbar: false },
    { autoHideHeader: true },
    { colorWeak: true },
  ]);
});
