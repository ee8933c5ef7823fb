import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TEMPLATE_FIELDS } from '@/features/serviceNotice';
import { refusal, renderPage } from '@/ui/testing';
import { AudienceCount } from './AudienceCount';
import { TestSend } from './TestSend';

const VALUES = { personType: 'user', templateId: 3, variables: { station: 'North' } };
const TEMPLATE = {
  ...{ id: 3, text: 'Closing', variableNames: ['station'], preview: 'We close {{station}}.', isReady: true },
  ...({ channel: 'inSite', personType: 'any' } as const),
};

/** Renders the template, its variables and the button "Send a test to me" for a stored task. */
function Content() {
  return (
    <>
      {TEMPLATE_FIELDS.map((field) => {
        const { name } = field;
        const value = VALUES[name as keyof typeof VALUES];
        const control = { id: name, label: name, value, onChange: () => undefined, disabled: false, invalid: false };
        return (
          <div key={name}>
            {field.kind === 'custom' ? field.render({ ...control, describedBy: undefined }, VALUES) : null}
          </div>
        );
      })}
      <TestSend id="test" values={VALUES} />
    </>
  );
}

test('templates that could not be loaded are reported at the variables of a stored task, and Retry shows them', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<Content />, {
    answers: { 'user.Notice/getTemplateChoices': refusal(50001, 'System busy') },
  });
  expect(await screen.findByText('System busy')).toBeInTheDocument();
  expect(screen.queryByText('Choose a template first.')).not.toBeInTheDocument();
  const send = screen.getByRole('button', { name: 'Send a test to me' });
  expect(send).toHaveAttribute('title', 'The data could not be loaded');
  page.answer('user.Notice/getTemplateChoices', { list: [TEMPLATE] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByLabelText('station')).toHaveValue('North');
  expect(send).toBeEnabled();
});

test('while the templates load, the variables of a stored task do not ask for a template', async () => {
  await renderPage(<Content />, { answers: { 'user.Notice/getTemplateChoices': () => new Promise(() => undefined) } });
  expect(await screen.findByRole('button', { name: 'Send a test to me' })).toBeDisabled();
  expect(screen.queryByText('Choose a template first.')).not.toBeInTheDocument();
});

test('a count of recipients that fails without a message shows a network error', async () => {
  await renderPage(<AudienceCount audience={{ kind: 'all' }} values={VALUES} />, {
    answers: { 'user.Notice/countAudience': refusal(0, '') },
  });
  expect(await screen.findByText('Network error, check the connection and try again')).toBeInTheDocument();
});
