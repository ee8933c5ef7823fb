import { act, screen, waitFor } from '@testing-library/react';
import { refusal, renderPage } from '@/ui/testing';
import Monitor from '.';
import { EVERY_MS, type Probe } from './detector';
import { isLifted, keepRecord, keptRecord } from './record';
import { watch } from './watch';

const REPORT = 'site.Monitor/reportDebug';
const RECORD = {
  state: false,
  account: '13812345678',
  loginIp: '203.0.113.7',
  time: '2026-03-01T11:40:00.000Z',
  os: 'Windows 10',
  browser: 'Chrome 140',
};
const person = { tel: '13812345678', loginIp: '203.0.113.7' };

beforeAll(() => {
  // jsdom renders dialogs but does not implement `showModal`.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});

beforeEach(() => localStorage.clear());

/** Starts the monitor on a page. @param halted whether developer tools are open */
function watched(halted: boolean) {
  jest.useFakeTimers();
  let at = 0;
  let blanks = 0;
  const probe: Probe = {
    now: () => at,
    wall: () => at,
    halt: () => {
      at += halted ? 500 : 0;
    },
    attentive: () => true,
  };
  const stop = watch(person, {
    probe,
    blank: () => {
      blanks += 1;
    },
  });
  return {
    stop,
    blanks: () => blanks,
    async pass() {
      at += EVERY_MS;
      await jest.advanceTimersByTimeAsync(EVERY_MS);
    },
  };
}

afterEach(() => jest.useRealTimers());

test('a halt stores the account’s phone, login IP, time, system and browser, and the page turns blank (SPEC §5)', async () => {
  const page = watched(true);
  await page.pass();
  await page.pass();
  expect(page.blanks()).toBe(1);
  const kept = keptRecord();
  expect(kept).toMatchObject({ state: false, account: '13812345678', loginIp: '203.0.113.7' });
  expect(kept?.time).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(typeof kept?.os).toBe('string');
});

test('without a halt the page stays and nothing is stored', async () => {
  const page = watched(false);
  for (let count = 0; count < 50; count += 1) await page.pass();
  page.stop();
  expect(page.blanks()).toBe(0);
  expect(localStorage.getItem('PLD_MONITORING')).toBeNull();
});

test('right-click and F12 do nothing while the monitor runs, and work again after it', () => {
  const page = watched(false);
  const menu = () => document.body.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  const key = (name: string) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  expect([menu(), key('F12'), key('F5')]).toEqual([false, false, true]);
  page.stop();
  expect([menu(), key('F12')]).toEqual([true, true]);
});

test('an earlier halt is shown and reported once, and removed when the server has stored it', async () => {
  keepRecord(RECORD);
  const page = await renderPage(<Monitor {...person} />, { answers: { [REPORT]: {} } });
  const reminder = (await screen.findByText('Friendly reminder', { selector: 'strong' })).closest('[role=alert]');
  expect(reminder).toHaveTextContent('Illegal debugging was detected and will be reported.');
  const dialog = await screen.findByRole('dialog', { name: 'Dangerous operation monitoring report' });
  expect(dialog).toHaveTextContent('was reported and logged');
  expect(page.to(REPORT)[0]?.body).toEqual({ content: JSON.stringify(RECORD) });
  expect(keptRecord()).toBeNull();
});

test('a report whose code is not 100 is marked, and the dialog shows its usual text (SPEC §5, §8)', async () => {
  keepRecord(RECORD);
  const page = await renderPage(<Monitor {...person} />, { answers: { [REPORT]: refusal(42901, 'wait') } });
  const dialog = await screen.findByRole('dialog', { name: 'Dangerous operation monitoring report' });
  expect(dialog).toHaveTextContent('was reported and logged, and continuous tracking');
  expect(keptRecord()).toEqual({ ...RECORD, state: true });
  expect(page.to(REPORT)).toHaveLength(1);
});

test('the halt of another account on this computer is neither shown nor reported', async () => {
  const others = { ...RECORD, account: '13900000000' };
  keepRecord(others);
  const page = await renderPage(<Monitor {...person} />, { answers: { [REPORT]: {} } });
  await act(async () => undefined);
  expect(page.to(REPORT)).toHaveLength(0);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(keptRecord()).toEqual(others);
});

test('a marked record is sent again without a message', async () => {
  keepRecord({ ...RECORD, state: true });
  const page = await renderPage(<Monitor {...person} />, { answers: { [REPORT]: {} } });
  await waitFor(() => expect(page.to(REPORT)).toHaveLength(1));
  await waitFor(() => expect(keptRecord()).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the dialog closes when the user confirms it', async () => {
  keepRecord(RECORD);
  await renderPage(<Monitor {...person} />, { answers: { [REPORT]: {} } });
  const dialog = await screen.findByRole('dialog', { name: 'Dangerous operation monitoring report' });
  act(() => {
    dialog.dispatchEvent(new Event('close'));
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('only the value of the window settings disables the monitor; it is remembered until the setting changes', () => {
  const opened = 'https://console.example/?ddtk=open-sesame';
  const later = 'https://console.example/dashboard/index';
  expect(isLifted([later], 'open-sesame')).toBe(false);
  expect(isLifted(['https://console.example/?ddtk=wrong'], 'open-sesame')).toBe(false);
  expect(isLifted([later, opened], 'open-sesame')).toBe(true);
  expect(localStorage.getItem('ANTHORITY')).toBe('open-sesame');
  expect(isLifted([later], 'open-sesame')).toBe(true);
  expect(isLifted([later], 'another')).toBe(false);
  expect(localStorage.getItem('ANTHORITY')).toBeNull();
  // If the settings have no value, nothing turns off the monitor, not even an empty parameter.
  expect(isLifted(['https://console.example/?ddtk='], '')).toBe(false);
});
