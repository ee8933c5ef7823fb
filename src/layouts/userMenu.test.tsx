import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { currentCommands } from '@/app/commands/registry';
import { setToken } from '@/app/session/token';
import { open, personInfo, serve, state } from '@/testing';

test('a look chosen in the menu applies at once, is marked there, and is no longer listed in the palette', async () => {
  setToken('a token', false);
  serve({ 'site.Site/getSiteInfo': { data: personInfo({ permission: [1, 2] }) } });
  const user = userEvent.setup();
  await open('/');
  const button = await screen.findByRole('button', { name: 'Menu of Owner' });
  const offered = () => currentCommands().map(({ key }) => key);
  expect(offered()).toContain('console:scheme:dark');

  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Dark' }));
  await waitFor(() => expect(state().settings.scheme).toBe('dark'));
  expect(offered()).not.toContain('console:scheme:dark');

  if (button.getAttribute('aria-expanded') !== 'true') await user.click(button);
  expect(screen.getByRole('menuitemcheckbox', { name: 'Dark' })).toBeChecked();
});
