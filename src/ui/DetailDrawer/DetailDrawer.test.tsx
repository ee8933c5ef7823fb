import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from '../Button';
import { renderPage } from '../testing';
import { DetailDrawer, Facts } from '.';

const query = { error: null, isPending: false, isFetching: false, refetch: () => undefined };
function Page() {
  const [isOpen, setIsOpen] = useState(false);
  const [tab, setTab] = useState<string | null>(null);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Tianfu</Button>
      {isOpen && (
        <DetailDrawer
          query={{ ...query, data: { name: 'Tianfu', phone: null } }}
          title={({ name }) => name}
          beside={() => 'Paused'}
          actions={() => <Button>Resume</Button>}
          tabs={({ phone }) => [
            {
              key: 'facts',
              label: 'Facts',
              content: () => <Facts items={[{ key: 'phone', label: 'Phone', value: phone }]} />,
            },
            { key: 'history', label: 'History', content: () => 'Paused at noon' },
          ]}
          tab={tab}
          onTab={setTab}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

test('the drawer is named by its title, with state, tabs and actions; Escape closes it and restores the focus', async () => {
  const user = userEvent.setup();
  await renderPage(<Page />);
  await user.click(screen.getByRole('button', { name: 'Tianfu' }));
  const drawer = await screen.findByRole('dialog', { name: /Tianfu/ });
  for (const text of ['Paused', 'Resume', 'Phone', '—']) expect(within(drawer).getByText(text)).toBeInTheDocument();
  await user.click(within(drawer).getByRole('tab', { name: 'History' }));
  expect(within(drawer).getByRole('tabpanel', { name: 'History' })).toHaveTextContent('Paused at noon');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Tianfu' })).toHaveFocus();
});

test('a failed load is reported in the title, with a retry button', async () => {
  const refetch = jest.fn();
  await renderPage(
    <DetailDrawer<{ readonly name: string }>
      query={{ ...query, data: undefined, error: new Error('lost'), refetch }}
      title={({ name }) => name}
      tabs={() => []}
      tab={null}
      onTab={() => undefined}
      onClose={() => undefined}
    />,
  );
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).getAllByText('The data could not be loaded').length).toBeGreaterThan(0);
  await userEvent.click(within(drawer).getByRole('button', { name: /Retry|Try again/ }));
  expect(refetch).toHaveBeenCalledTimes(1);
});
