import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { EntityForm } from '../EntityForm';
import { type Answers, refusal, renderPage } from '../testing';
import { FileUpload } from '.';
import { filesField } from './filesField';

const STORED: Answers = {
  'common.File/upload': { fileId: 9, url: '/files/9', name: 'proof.pdf', bytes: 5, width: null, height: null },
};
function Page() {
  const [value, setValue] = useState<number[]>([]);
  return <FileUpload scene="fundEvidence" label="Evidence" max={2} value={value} onChange={setValue} />;
}
const pdf = (name: string, type = 'application/pdf') => new File(['%PDF-'], name, { type });
const field = () => screen.getByLabelText('Evidence', { selector: 'input' });
const button = () => screen.getByRole('button', { name: 'Upload Evidence' });

test('a file is uploaded at once, shown with its name, and can be removed; the focus returns to the button', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<Page />, { answers: STORED });
  await user.upload(field(), pdf('proof.pdf'));
  expect(await screen.findByRole('link', { name: /proof\.pdf/ })).toHaveAttribute('href', '/files/9');
  expect(page.to('common.File/upload')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: /Remove proof\.pdf/ }));
  expect(screen.queryByRole('link')).toBeNull();
  expect(button()).toHaveFocus();
});

/** Delays the response of an upload until the test calls the returned function. */
function slowUpload(page: Awaited<ReturnType<typeof renderPage>>, file: { fileId: number; url: string; name: string }) {
  let finish = () => {};
  page.answer(
    'common.File/upload',
    () =>
      new Promise((resolve) => {
        finish = () => resolve({ ...file, bytes: 5, width: null, height: null });
      }),
  );
  return () => act(async () => finish());
}

test('a file that is removed during the upload of another file stays removed', async () => {
  const user = userEvent.setup();
  const page = await renderPage(<Page />, { answers: STORED });
  await user.upload(field(), pdf('proof.pdf'));
  const finish = slowUpload(page, { fileId: 10, url: '/files/10', name: 'b.pdf' });
  await user.upload(field(), pdf('b.pdf'));
  await user.click(screen.getByRole('button', { name: /Remove proof\.pdf/ }));
  await finish();
  expect(await screen.findByRole('link', { name: /b\.pdf/ })).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('the help shows the limit of pictures and the limit of PDFs', async () => {
  await renderPage(
    <>
      <Page />
      <FileUpload scene="licence" label="Licence" value={null} onChange={() => undefined} />
      <FileUpload scene="teamLogo" label="Logo" value={null} onChange={() => undefined} />
    </>,
  );
  expect(button()).toHaveAccessibleDescription('JPG / PNG / WebP, at most 5 MB each; PDF, at most 20 MB each; up to 2');
  const help = (name: string) => expect(screen.getByRole('button', { name: `Upload ${name}` }));
  help('Licence').toHaveAccessibleDescription('JPG / PNG / WebP, at most 5 MB; PDF, at most 20 MB');
  help('Logo').toHaveAccessibleDescription('JPG / PNG / WebP, at most 2 MB, square (1:1)');
});

test('a file of another type is rejected before the upload', async () => {
  const user = userEvent.setup({ applyAccept: false });
  const page = await renderPage(<Page />, { answers: STORED });
  await user.upload(field(), pdf('run.exe', 'application/x-msdownload'));
  expect(await screen.findByText(/run\.exe/)).toHaveRole('alert');
  expect(page.to('common.File/upload')).toEqual([]);
});

test('a video uses its own endpoint, shows its limits, and is listed with a link', async () => {
  function Videos() {
    const [value, setValue] = useState<number[]>([]);
    return <FileUpload scene="safetyVideo" label="Videos" max={3} value={value} onChange={setValue} />;
  }
  const user = userEvent.setup({ applyAccept: false });
  const page = await renderPage(<Videos />, {
    answers: {
      'safety.Site/uploadVideo': { fileId: 4, url: '/files/4', name: 'crash.mov', bytes: 9, width: null, height: null },
    },
  });
  expect(screen.getByText('MP4 / MOV / WebM, at most 100 MB each, up to 3')).toBeVisible();
  const input = screen.getByLabelText('Videos', { selector: 'input' });
  await user.upload(input, new File(['x'], 'crash.avi', { type: 'video/x-msvideo' }));
  expect(await screen.findByText(/crash\.avi/)).toHaveRole('alert');
  const large = new File(['x'], 'large.mp4', { type: 'video/mp4' });
  Object.defineProperty(large, 'size', { value: 101 * 1024 * 1024 });
  await user.upload(input, large);
  expect(await screen.findByText(/large\.mp4/)).toHaveRole('alert');
  expect(page.to('safety.Site/uploadVideo')).toEqual([]);
  await user.upload(input, new File(['x'], 'crash.mov', { type: 'video/quicktime' }));
  const link = await screen.findByRole('link', { name: 'Open crash.mov' });
  expect(link).toHaveAttribute('href', '/files/4');
  expect(link.querySelector('img')).toBeNull();
  expect(page.to('safety.Site/uploadVideo')).toHaveLength(1);
  expect(page.to('common.File/upload')).toEqual([]);
});

test('a refusal of the server is shown with its reason, and no file is kept', async () => {
  const user = userEvent.setup();
  await renderPage(<Page />, { answers: { 'common.File/upload': refusal(40008, 'Not a PDF') } });
  await user.upload(field(), pdf('fake.pdf'));
  expect(await screen.findByText(/Not a PDF/)).toHaveRole('alert');
  expect(screen.queryByRole('link')).toBeNull();
});

test('links of uploaded files and of the record are renewed before they expire', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const record = new Map([[3, { url: '/files/3?old', name: 'contract.pdf' }]]);
  function Both() {
    const [value, setValue] = useState<number[]>([3]);
    return (
      <FileUpload scene="fundEvidence" label="Evidence" max={2} {...{ value, stored: record, onChange: setValue }} />
    );
  }
  const page = await renderPage(<Both />, {
    answers: {
      ...STORED,
      'common.File/getUrl': ({ query }) => ({ url: `/files/${query.fileId}?new`, expireIn: 300, name: 'renewed.pdf' }),
    },
  });
  await user.upload(field(), pdf('proof.pdf'));
  expect(await screen.findByRole('link', { name: /proof\.pdf/ })).toHaveAttribute('href', '/files/9');
  expect(screen.getByRole('link', { name: /contract\.pdf/ })).toHaveAttribute('href', '/files/3?old');
  expect(page.to('common.File/getUrl')).toHaveLength(0);
  await act(() => jest.advanceTimersByTimeAsync(240_000));
  await waitFor(() =>
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/files/3?new',
      '/files/9?new',
    ]),
  );
  jest.useRealTimers();
});

test('a form is not sent while a file is still being uploaded: the field says so until the upload ends', async () => {
  const user = userEvent.setup();
  const page = await renderPage(
    <EntityForm<'team.Team/update', { readonly images: readonly number[] }>
      formKey="upload"
      draft={false}
      initial={{ images: [] }}
      groups={[
        { key: 'all', fields: [filesField({ name: 'images', label: 'recon.file', scene: 'teamImage', max: 3 })] },
      ]}
      address="team.Team/update"
      toInput={({ values }) => ({ id: 4, version: 1, values: { images: [...values.images] }, confirmOverlap: false })}
      submit="common.save"
      onDone={() => undefined}
    />,
    { at: '/edit' },
  );
  const finish = slowUpload(page, { fileId: 9, url: '/files/9', name: 'a.png' });
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
    new File(['x'], 'a.png', { type: 'image/png' }),
  );
  const send = screen.getByRole('button', { name: 'Save' });
  await user.click(send);
  expect(await screen.findByText(/^The upload is not finished/)).toHaveRole('alert');
  expect(page.to('team.Team/update')).toEqual([]);
  await finish();
  await waitFor(() => expect(screen.queryByText(/^The upload is not finished/)).toBeNull());
  await user.click(send);
  await waitFor(() => expect(page.to('team.Team/update')).toMatchObject([{ body: { values: { images: [9] } } }]));
});

test('a file whose link could not be loaded shows the reason, and Retry loads the link', async () => {
  const stored = <FileUpload scene="licence" label="Licence" value={3} onChange={() => undefined} />;
  const page = await renderPage(stored, { answers: { 'common.File/getUrl': refusal(50001, 'Try later') } });
  expect(await screen.findByText('Try later')).toHaveRole('alert');
  page.answer('common.File/getUrl', { url: '/files/3', expireIn: 300, name: 'licence.pdf' });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Open licence.pdf' })).toHaveAttribute('href', '/files/3');
  expect(screen.queryByText('Try later')).toBeNull();
});

test('several files whose links could not be loaded have one Retry button, which loads all of them and keeps the focus', async () => {
  const user = userEvent.setup();
  const page = await renderPage(
    <FileUpload scene="fundEvidence" label="Evidence" max={3} value={[3, 4, 5]} onChange={() => undefined} />,
    {
      answers: {
        'common.File/getUrl': ({ query }) =>
          Number(query.fileId) === 4 ? { url: '/files/4', expireIn: 300, name: '4.pdf' } : refusal(50001, 'Try later'),
      },
    },
  );
  expect(await screen.findByRole('link', { name: 'Open 4.pdf' })).toBeVisible();
  expect(await screen.findAllByText('Try later')).toHaveLength(1);
  expect(screen.getAllByText('The data could not be loaded')).toHaveLength(2);
  const retry = screen.getByRole('button', { name: 'Retry' });
  let finish = () => {};
  const answered = new Promise<void>((resolve) => (finish = resolve));
  page.answer('common.File/getUrl', async ({ query }) => {
    await answered;
    return { url: `/files/${query.fileId}`, expireIn: 300, name: `${query.fileId}.pdf` };
  });
  retry.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'));
  expect(retry).toHaveFocus();
  expect(screen.getByText('Try later')).toBeVisible();
  await act(async () => finish());
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(3));
  expect(page.to('common.File/getUrl')).toHaveLength(5);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('a file whose link is refused offers no retry', async () => {
  const stored = <FileUpload scene="licence" label="Licence" value={3} onChange={() => undefined} />;
  const page = await renderPage(stored, { answers: { 'common.File/getUrl': refusal(40401, 'Not found or deleted') } });
  await waitFor(() => expect(page.to('common.File/getUrl')).toHaveLength(1));
  expect(await screen.findByText('File 1')).toBeVisible();
  await expect(screen.findByRole('button', { name: 'Retry' }, { timeout: 1_000 })).rejects.toThrow();
});
