import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { Popover } from '.';

const box = (left: number, top: number, width: number, height: number) => new DOMRect(left, top, width, height);
/** Mounts an anchor and a panel of 200 × 100 pixels in a window of 1,000 × 600 pixels. */
async function show(anchorBox: DOMRect, align: 'start' | 'end' = 'start') {
  const anchor = document.body.appendChild(document.createElement('button'));
  jest.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1_000);
  jest.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: HTMLElement) {
    return this === anchor ? anchorBox : box(0, 0, 200, 100);
  });
  const onClose = jest.fn();
  render(
    <Popover anchor={anchor} align={align} onClose={onClose}>
      <span>Inside</span>
    </Popover>,
  );
  const { left, top } = (screen.getByText('Inside').parentElement as HTMLElement).style;
  return { at: [left, top], anchor, onClose };
}

const leave = () => {
  cleanup();
  for (const anchor of document.querySelectorAll('body > button')) anchor.remove();
};

beforeEach(() => localStorage.clear());
afterEach(async () => {
  jest.restoreAllMocks();
  leave();
  localStorage.clear();
  await setLocale('en-US');
});

test('the panel is below its anchor, at the given edge', async () => {
  expect((await show(box(300, 100, 80, 30))).at).toEqual(['300px', '134px']);
  leave();
  expect((await show(box(300, 100, 80, 30), 'end')).at).toEqual(['180px', '134px']);
});

test('the panel stays inside the window, and is above the anchor where there is more space', async () => {
  expect((await show(box(950, 560, 40, 30))).at).toEqual(['796px', '456px']);
});

test('right to left the edges are swapped', async () => {
  localStorage.setItem('umi_locale', 'ar');
  await loadTexts('public');
  expect((await show(box(300, 100, 80, 30))).at).toEqual(['180px', '134px']);
});

test('Escape closes only the panel, and restores the focus to its anchor', async () => {
  const under = jest.fn();
  window.addEventListener('keydown', under);
  const { anchor, onClose } = await show(box(300, 100, 80, 30));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(anchor).toHaveFocus();
  window.removeEventListener('keydown', under);
  expect(under).not.toHaveBeenCalled();
});

test('the panel of a control in a dialog is rendered inside the dialog', () => {
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  const anchor = dialog.appendChild(document.createElement('button'));
  render(
    <Popover anchor={anchor} onClose={jest.fn()}>
      <span>Inside</span>
    </Popover>,
  );
  expect(within(dialog).getByText('Inside')).toBeInTheDocument();
  cleanup();
  dialog.remove();
});
