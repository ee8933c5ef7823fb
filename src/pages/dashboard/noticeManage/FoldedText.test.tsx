import { act, fireEvent, render, screen } from '@testing-library/react';
import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { FoldedText } from './FoldedText';

const TEXT = 'Riders without a valid certificate get no orders: remind them to renew it.';
let measure: () => void;

beforeAll(async () => {
  await loadTexts('console');
  await setLocale('en-US');
});
beforeEach(() => {
  global.ResizeObserver = class {
    constructor(look: ResizeObserverCallback) {
      measure = () => look([], this);
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

test('a truncated text has the whole text in its title and can be expanded and collapsed', () => {
  render(<FoldedText text={TEXT} />);
  const text = screen.getByText(TEXT);
  expect(text).toHaveAttribute('title', TEXT);
  expect(screen.queryByRole('button')).toBeNull();
  jest.spyOn(text, 'scrollWidth', 'get').mockReturnValue(500);
  act(() => measure());
  fireEvent.click(screen.getByRole('button', { name: 'Show whole text', expanded: false }));
  expect(text).not.toHaveAttribute('title');
  fireEvent.click(screen.getByRole('button', { name: 'Show one line', expanded: true }));
  expect(screen.getByRole('button', { name: 'Show whole text', expanded: false })).toBeVisible();
});
