import { render } from '@testing-library/react';
import { StatusTag } from '.';

test('a state is a word; its icon differs by tone and is hidden from screen readers', () => {
  const icons = (['neutral', 'info', 'working', 'good', 'bad', 'attention'] as const).map((tone) => {
    const { container, unmount } = render(<StatusTag tone={tone} text="Paused" />);
    expect(container).toHaveTextContent(/^Paused$/);
    const icon = container.querySelector('[aria-hidden="true"]');
    expect(icon).not.toBeNull();
    const drawn = icon?.querySelector('svg')?.getAttribute('data-icon');
    unmount();
    return drawn;
  });
  expect(new Set(icons).size).toBe(icons.length);
});
