import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPage } from '@/ui/testing';
import { PemField } from './PemField';

function Page() {
  const [value, setValue] = useState('');
  const control = {
    ...{ id: 'pem', label: 'Key', value, disabled: false, invalid: false, describedBy: 'help' },
    onChange: (next: unknown) => setValue(String(next)),
  };
  return <PemField control={control} label="Key" placeholder="" />;
}
const choose = (size: number) => {
  const file = new File(['-----BEGIN'], 'key.pem');
  Object.defineProperty(file, 'size', { value: size });
  file.text = async () => '-----BEGIN\n';
  const input = document.querySelector('input[type=file]');
  if (input) fireEvent.change(input, { target: { files: [file] } });
};

test('a file above 64 KiB is refused with a message at the field, which disappears with a smaller file', async () => {
  await renderPage(<Page />);
  choose(64 * 1024 + 1);
  const message = await screen.findByText(/key\.pem is .*at most 64/);
  const field = screen.getByRole('textbox', { name: 'Key' });
  expect(field).toHaveValue('');
  expect(field.getAttribute('aria-describedby')).toBe(`help ${message.id}`);
  choose(64 * 1024);
  expect(await screen.findByDisplayValue('-----BEGIN')).toBe(field);
  expect(screen.queryByText(/at most 64/)).toBeNull();
});
