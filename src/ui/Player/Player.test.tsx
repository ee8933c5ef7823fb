import { fireEvent, render, screen } from '@testing-library/react';
import { Player } from './index';

const NAME = 'door.webm';
const link = (id: number, signature: string) => `/api/files/${id}?e=${signature}&s=${signature}`;
const player = (url: string) => <Player kind="video" name={NAME} url={url} />;
const source = () => screen.getByLabelText(NAME).getAttribute('src');

test('a new link of the same file does not interrupt the playback', () => {
  const { rerender } = render(player(link(7, 'one')));
  const element = screen.getByLabelText(NAME);
  rerender(player(link(7, 'two')));
  expect(source()).toContain(link(7, 'one'));
  expect(screen.getByLabelText(NAME)).toBe(element);
});

test('the newer link is used when the first link fails, and the file is offered as a download until the next link', () => {
  const { rerender } = render(player(link(7, 'one')));
  rerender(player(link(7, 'two')));
  fireEvent.error(screen.getByLabelText(NAME));
  expect(source()).toContain(link(7, 'two'));
  fireEvent.error(screen.getByLabelText(NAME));
  expect(screen.getByRole('link').getAttribute('href')).toContain(link(7, 'two'));
  rerender(player(link(7, 'three')));
  expect(source()).toContain(link(7, 'three'));
});

test('another file is played from its own link, also after the first one failed', () => {
  const { rerender } = render(player(link(7, 'one')));
  fireEvent.error(screen.getByLabelText(NAME));
  rerender(player(link(8, 'one')));
  expect(source()).toContain(link(8, 'one'));
});
