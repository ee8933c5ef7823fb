import { screen } from '@testing-library/react';
import { renderPage } from '../testing';
import { Figure } from '.';
import { FigureLabel } from './FigureLabel';

test('a figure links to its rows, but zero and unknown figures do not', async () => {
  await renderPage(
    <>
      <Figure value={120} kind="fen" to="/some" />
      <Figure value={0} kind="fen" to="/none" />
      <Figure value={null} to="/unknown" />
      <Figure value={7} />
    </>,
    { at: '/', answers: {} },
  );
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['1.20', '/some']]);
  // The class `drill` gives the link the text colour instead of the link colour.
  expect(links[0]?.className).toContain('drill');
  expect(screen.getByText('0.00')).toBeInTheDocument();
});

test('the explanation of a figure is at the end of its name, inside the label', async () => {
  await renderPage(<FigureLabel text="Refunds" help="What went back" />, { at: '/', answers: {} });
  const name = await screen.findByText('Refunds');
  expect(name.nextElementSibling).toBe(screen.getByRole('button', { name: 'What went back' }));
});
