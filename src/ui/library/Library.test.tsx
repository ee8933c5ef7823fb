import { render, screen } from '@testing-library/react';
import { theme } from 'antd';
import { Library } from './Library';

const { matchMedia } = window;

afterEach(() => {
  window.matchMedia = matchMedia;
});

const Motion = () => <output>{String(theme.useToken().token.motion)}</output>;

test.each([
  { isCalm: false, motion: 'true' },
  { isCalm: true, motion: 'false' },
])('the component library animates unless the user prefers reduced motion: $isCalm', ({ isCalm, motion }) => {
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: isCalm && query.includes('reduced-motion') });
  render(
    <Library>
      <Motion />
    </Library>,
  );
  expect(screen.getByRole('status')).toHaveTextContent(motion);
});
