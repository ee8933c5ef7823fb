import { failureKind, withRetries } from './chunks';

const chunkError = () => Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });

test('chunk failures, style sheet failures and other failures are distinguished', () => {
  expect(failureKind(chunkError())).toBe('chunk');
  expect(failureKind(Object.assign(new Error('x'), { code: 'CSS_CHUNK_LOAD_FAILED' }))).toBe('style');
  expect(failureKind(new TypeError('x'))).toBe('error');
  expect(failureKind(null)).toBe('error');
});

function loader(failures: number, error: () => Error) {
  const pauses: number[] = [];
  let tries = 0;
  const load = withRetries(
    async (id: string) => {
      tries += 1;
      if (tries <= failures) throw error();
      return `chunk ${id}`;
    },
    { pause: async (ms) => void pauses.push(ms), online: async () => undefined },
  );
  return { load, pauses, tries: () => tries };
}

test('a chunk that arrives at a later try is no failure', async () => {
  const { load, pauses } = loader(2, chunkError);
  await expect(load('7')).resolves.toBe('chunk 7');
  expect(pauses).toEqual([400, 1_500]);
});

test('after three failed tries a chunk is a failure', async () => {
  const { load, tries } = loader(9, chunkError);
  await expect(load('7')).rejects.toThrow('Loading chunk 7 failed');
  expect(tries()).toBe(3);
});

test('code that throws while it starts is not loaded again', async () => {
  const { load, tries } = loader(9, () => new TypeError('broken'));
  await expect(load('7')).rejects.toThrow('broken');
  expect(tries()).toBe(1);
});

test('without a network, loading waits for the network', async () => {
  let back: () => void = () => undefined;
  let tries = 0;
  const load = withRetries(
    async () => {
      tries += 1;
      if (tries === 1) throw chunkError();
      return 'here';
    },
    { pause: async () => undefined, online: () => new Promise((resolve) => (back = resolve)) },
  );
  const coming = load();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(tries).toBe(1);
  back();
  await expect(coming).resolves.toBe('here');
});
