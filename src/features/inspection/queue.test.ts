import { loadTexts, setLocale } from '@/app/i18n/i18n';
import { createQueue, type KeptPhoto, type Sender, type Sent } from './queue';
import { memoryStore } from './store';

const photo = (key: string): KeptPhoto => ({
  key,
  name: `${key}.jpg`,
  file: new Blob([key], { type: 'image/jpeg' }),
  at: '2026-03-01T10:00:00.000Z',
  place: null,
});
const answer = (itemKey: string, answerNo: string, photos: readonly { key: string }[] = []) => ({
  kind: 'answer' as const,
  inspectionId: 5,
  title: itemKey,
  input: {
    id: 5,
    itemKey,
    answerNo,
    answeredAt: '2026-03-01T10:00:00.000Z',
    result: photos.length > 0 ? ('bad' as const) : ('ok' as const),
    lost: photos.length > 0 ? 2 : 0,
    remark: '',
  },
  photos,
});
const submission = {
  kind: 'submission' as const,
  inspectionId: 5,
  key: 'key-of-the-submission',
  input: {
    id: 5,
    version: 2,
    inspectorSign: 'Li Na',
    stationSign: 'Wu Yu',
    signedAt: '2026-03-01T11:00:00.000Z',
    place: null,
  },
};

/**
 * Simulates the server behind a network that is interrupted once. Like the real server, it stores a repeated request only once. This
 * simulation identifies answers by `answerNo`, item and file ids, photos by key, and submissions by idempotency key.
 *
 * @param breaksAt number of the interrupted call, from 1
 * @param when `before`: the request is lost; `after`: the server stores the request, but the response is lost
 */
function brokenNetwork(breaksAt: number, when: 'before' | 'after') {
  const stored = {
    photos: new Map<string, number>(),
    answers: new Map<string, number>(),
    submissions: new Map<string, number>(),
  };
  const writes = { photos: 0, answers: 0, submissions: 0 };
  let calls = 0;
  const call = async <T>(work: () => T): Promise<Sent<T>> => {
    calls += 1;
    const isCut = calls === breaksAt;
    if (isCut && when === 'before') return { kind: 'later' };
    const value = work();
    return isCut ? { kind: 'later' } : { kind: 'done', value };
  };
  const once = (kind: keyof typeof stored, key: string): number => {
    const known = stored[kind].get(key);
    if (known !== undefined) return known;
    writes[kind] += 1;
    stored[kind].set(key, writes[kind]);
    return writes[kind];
  };
  const sender: Sender = {
    photo: ({ key }) => call(() => once('photos', key)),
    answer: (input) =>
      call(() => {
        once('answers', `${input.answerNo} ${input.itemKey} ${input.photos.map(({ fileId }) => fileId).join()}`);
        return null;
      }),
    submission: (_input, key) =>
      call(() => {
        once('submissions', key);
        return null;
      }),
  };
  return { sender, stored, writes, calls: () => calls };
}

/** Queues six answers, two of them with photos, and a submission with a signature. Without an interruption, the queue makes 12 calls. */
async function inspect(queue: ReturnType<typeof createQueue>): Promise<void> {
  await queue.answer(answer('a', 'answer-a'), []);
  await queue.answer(answer('b', 'answer-b', [{ key: 'p1' }, { key: 'p2' }]), [photo('p1'), photo('p2')]);
  await queue.answer(answer('c', 'answer-c'), []);
  await queue.answer(answer('d', 'answer-d', [{ key: 'p3' }, { key: 'p4' }]), [photo('p3'), photo('p4')]);
  await queue.answer(answer('e', 'answer-e'), []);
  await queue.answer(answer('f', 'answer-f'), []);
  await queue.submit({ ...submission, signs: { inspector: { key: 's1' }, station: null } }, [photo('s1')]);
}
const CALLS = 12;
const CUTS = Array.from({ length: CALLS }, (_, at) => at + 1).flatMap((at) => [
  [at, 'before'] as const,
  [at, 'after'] as const,
]);

beforeAll(async () => {
  await loadTexts('console');
  await loadTexts('pages');
  await setLocale('en-US');
});

test.each(CUTS)(
  'the network is cut at call %i, %s it arrived: nothing is lost, nothing is stored twice',
  async (at, when) => {
    const store = memoryStore();
    const network = brokenNetwork(at, when);
    const queue = createQueue(store, network.sender, 7, () => undefined);
    await inspect(queue);
    await queue.send();
    expect((await store.entries()).length).toBeGreaterThan(0);
    // Simulate a closed page: a new queue continues with the stored entries.
    const reopened = createQueue(store, network.sender, 7, () => undefined);
    await reopened.send();
    expect(await store.entries()).toEqual([]);
    for (const key of ['p1', 'p2', 'p3', 'p4', 's1']) expect(await store.photo(key)).toBeUndefined();
    expect(network.writes).toEqual({ photos: 5, answers: 6, submissions: 1 });
    expect([...network.stored.answers.keys()].sort()).toEqual([
      'answer-a a ',
      'answer-b b 1,2',
      'answer-c c ',
      'answer-d d 3,4',
      'answer-e e ',
      'answer-f f ',
    ]);
  },
);

test('an answer replaces a waiting answer to the same item, with its photos', async () => {
  const store = memoryStore();
  const network = brokenNetwork(0, 'before');
  const queue = createQueue(store, network.sender, 7, () => undefined);
  await queue.answer(answer('a', 'answer-1', [{ key: 'p1' }, { key: 'p2' }]), [photo('p1'), photo('p2')]);
  await queue.answer(answer('a', 'answer-2', [{ key: 'p2' }]), []);
  expect(await store.photo('p1')).toBeUndefined();
  expect(await store.photo('p2')).toBeDefined();
  await queue.send();
  expect([...network.stored.answers.keys()]).toEqual(['answer-2 a 1']);
});

test('two answers that two tabs store at the same time are both kept, in their order', async () => {
  const store = memoryStore();
  const tab = () => createQueue(store, brokenNetwork(0, 'before').sender, 7, () => undefined);
  await Promise.all([tab().answer(answer('a', 'answer-a'), []), tab().answer(answer('b', 'answer-b'), [])]);
  const kept = (await store.entries()).toSorted((one, other) => one.seq - other.seq);
  expect(kept.map((entry) => entry.kind === 'answer' && entry.input.itemKey)).toEqual(['a', 'b']);
});

test('a refused answer stays with its reason and blocks the submission until it is discarded', async () => {
  const store = memoryStore();
  const network = brokenNetwork(0, 'before');
  const refusing: Sender = { ...network.sender, answer: async () => ({ kind: 'refused', why: 'Not yours' }) };
  const queue = createQueue(store, refusing, 7, () => undefined);
  await queue.answer(answer('a', 'answer-a'), []);
  await queue.submit(submission);
  await queue.send();
  const [first, second] = await store.entries();
  expect(first?.refusal).toBe('Not yours');
  expect(second?.kind).toBe('submission');
  expect(network.writes.submissions).toBe(0);
  if (first) await queue.discard(first);
  await queue.send();
  expect(network.writes.submissions).toBe(1);
});

test('entries of another person on the device are neither shown nor sent', async () => {
  const store = memoryStore();
  const network = brokenNetwork(0, 'before');
  await createQueue(store, network.sender, 7, () => undefined).answer(answer('a', 'answer-a'), []);
  let shown = 1;
  const other = createQueue(store, network.sender, 8, ({ entries }) => {
    shown = entries.length;
  });
  await other.send();
  expect([shown, network.calls(), (await store.entries()).length]).toEqual([0, 0, 1]);
});

test('an answer whose photo is missing on the device is not sent and shows the reason', async () => {
  const store = memoryStore();
  const network = brokenNetwork(0, 'before');
  const queue = createQueue(store, network.sender, 7, () => undefined);
  await queue.answer(answer('a', 'answer-a', [{ key: 'p1' }, { key: 'p2' }]), [photo('p1')]);
  await queue.send();
  expect(network.writes.answers).toBe(0);
  expect((await store.entries())[0]?.refusal).toMatch(/photo of this answer is no longer on this device/);
});

test('a submission whose signature is missing on the device is not sent and shows the reason', async () => {
  const store = memoryStore();
  const network = brokenNetwork(0, 'before');
  const queue = createQueue(store, network.sender, 7, () => undefined);
  await queue.submit({ ...submission, signs: { inspector: { key: 's1' }, station: { key: 's2' } } }, [photo('s1')]);
  await queue.send();
  expect(network.writes.submissions).toBe(0);
  expect((await store.entries())[0]?.refusal).toMatch(/signature is no longer on this device/);
});

test('a submission that waits for a refused answer does not hold up the entries of other inspections', async () => {
  const store = memoryStore();
  const network = brokenNetwork(0, 'before');
  const refusing: Sender = {
    ...network.sender,
    answer: async (input) => (input.id === 5 ? { kind: 'refused', why: 'Not yours' } : network.sender.answer(input)),
  };
  const queue = createQueue(store, refusing, 7, () => undefined);
  await queue.answer(answer('a', 'answer-a'), []);
  await queue.submit(submission);
  const other = answer('b', 'answer-b');
  await queue.answer({ ...other, inspectionId: 6, input: { ...other.input, id: 6 } }, []);
  await queue.send();
  expect((await store.entries()).map(({ kind, inspectionId }) => [kind, inspectionId])).toEqual([
    ['answer', 5],
    ['submission', 5],
  ]);
  expect([...network.stored.answers.keys()]).toEqual(['answer-b b ']);
});
