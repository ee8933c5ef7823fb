import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderPage } from '@/ui/testing';
import { Xray } from './Xray';

const EXPLAINED = {
  subject: { kind: 'identity' as const, id: 12, name: 'Night desk', isOwner: false },
  identities: [],
  tree: [],
  scopes: [],
  fields: [],
};

test('the X-ray shows nothing while the identities load; if they could not be loaded, they can be loaded again', async () => {
  const user = userEvent.setup();
  let fail = () => {};
  const page = await renderPage(<Xray subject={{ kind: 'identity', id: null }} />, {
    answers: {
      'rights.Identity/explain': EXPLAINED,
      'common.Option/getOptions': () =>
        new Promise((resolve) => {
          fail = () => resolve(refusal(50001, 'System busy'));
        }),
    },
  });
  expect(await screen.findByRole('combobox')).toBeInTheDocument();
  expect(screen.queryByText('Nothing found')).not.toBeInTheDocument();
  fail();
  expect(await screen.findByText('The data could not be loaded')).toBeInTheDocument();
  expect(screen.queryByText('Nothing found')).not.toBeInTheDocument();
  page.answer('common.Option/getOptions', { allIdentities: [{ value: 12, label: 'Night desk' }] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Night desk' })).toBeInTheDocument();
});

test('without any identity the X-ray finds nothing', async () => {
  await renderPage(<Xray subject={{ kind: 'identity', id: null }} />, {
    answers: { 'common.Option/getOptions': { allIdentities: [] } },
  });
  expect(await screen.findByText('Nothing found')).toBeInTheDocument();
});
