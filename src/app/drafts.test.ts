import { DRAFT_LIMITS } from '@contract/drafts';
import { type Draft, draftsOf, forgetWithheld, keepDraft, rememberWithheld, removeDraft, withheldOf } from './drafts';

const DAY = 86_400_000;
const draft = (at: number, more: Partial<Draft> = {}): Draft => ({
  at,
  values: { name: 'Tianfu' },
  base: { name: '' },
  kinds: { name: 'text' },
  version: 1,
  withheld: [],
  key: '',
  title: 'Add station',
  to: '/teamList/addTeam',
  ...more,
});

beforeEach(() => localStorage.clear());

test('drafts belong to one user, are sorted newest first, and are not shown to other users', () => {
  keepDraft(7, 'a', '1', draft(1));
  keepDraft(7, 'b.12', '2', draft(2));
  keepDraft(71, 'a', '3', draft(3));
  expect(draftsOf(7).map(({ formKey, slot }) => `${formKey} ${slot}`)).toEqual(['b.12 2', 'a 1']);
  removeDraft(7, 'b.12', '2');
  expect(draftsOf(7)).toHaveLength(1);
  expect(draftsOf(71)).toHaveLength(1);
});

test('a damaged draft counts as none, a draft of the first version is read, and a foreign address is dropped', () => {
  localStorage.setItem('multistation-draft:7:x', '{"at":');
  localStorage.setItem('multistation-draft:7:y', '{"at":5,"values":{"name":"Old"}}');
  localStorage.setItem('multistation-draft:7:z~1', JSON.stringify(draft(4, { to: '//evil.example' })));
  const [old, foreign] = draftsOf(7);
  expect(old).toMatchObject({ formKey: 'y', slot: '', values: { name: 'Old' }, version: 0, key: '' });
  expect(foreign?.to).toBe('');
  expect(draftsOf(7)).toHaveLength(2);
});

test('drafts that are too old or too many are removed, of this user only', () => {
  keepDraft(8, 'theirs', '1', draft(0));
  keepDraft(7, 'old', '1', draft(0));
  const now = (DRAFT_LIMITS.days + 1) * DAY;
  for (let n = 0; n < DRAFT_LIMITS.perPerson + 5; n += 1) keepDraft(7, `f${n}`, '1', draft(now + n));
  const kept = draftsOf(7).map(({ formKey }) => formKey);
  expect(kept).toHaveLength(DRAFT_LIMITS.perPerson);
  expect(kept).not.toContain('old');
  expect(kept[0]).toBe(`f${DRAFT_LIMITS.perPerson + 4}`);
  expect(draftsOf(8)).toHaveLength(1);
  expect(keepDraft(7, 'huge', '1', draft(now, { values: { text: 'x'.repeat(DRAFT_LIMITS.characters) } }))).toBe('big');
});

test('a full storage removes the oldest drafts of this user, and reports when there are none left to remove', () => {
  keepDraft(7, 'first', '1', draft(1));
  keepDraft(7, 'second', '1', draft(2));
  const write = jest.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(keepDraft(7, 'third', '1', draft(3))).toBe('ok');
  expect(draftsOf(7).map(({ formKey }) => formKey)).toEqual(['third', 'second']);
  write.mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(keepDraft(9, 'none', '1', draft(4))).toBe('full');
  write.mockRestore();
});

test.each(['QuotaExceededError', 'SecurityError'])(
  'a draft that cannot be stored (%s) removes no other draft',
  (error) => {
    keepDraft(7, 'first', '1', draft(1));
    keepDraft(7, 'second', '1', draft(2));
    rememberWithheld(7, 'first', '1', { tel: '13800000000' });
    const before = { ...localStorage };
    const setItem = Storage.prototype.setItem;
    const write = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, raw) {
      if (error === 'SecurityError' || name.includes('third')) throw new DOMException('refused', error);
      setItem.call(this, name, raw);
    });
    expect(keepDraft(7, 'third', '1', draft(3))).toBe('full');
    expect(keepDraft(7, 'second', '1', draft(4))).toBe(error === 'SecurityError' ? 'full' : 'ok');
    write.mockRestore();
    expect(draftsOf(7).map(({ formKey }) => formKey)).toEqual(['second', 'first']);
    expect(localStorage.getItem('multistation-draft:7:first~1')).toBe(before['multistation-draft:7:first~1']);
    expect(withheldOf(7, 'first', '1')).toEqual({ tel: '13800000000' });
  },
);

test('values that must not be stored are kept in this page only, while the same user is signed in', () => {
  rememberWithheld(7, 'a', '1', { tel: '13800000000' });
  expect(JSON.stringify({ ...localStorage })).not.toContain('138');
  expect(withheldOf(7, 'a', '1')).toEqual({ tel: '13800000000' });
  expect(withheldOf(8, 'a', '1')).toEqual({});
  forgetWithheld(7);
  expect(withheldOf(7, 'a', '1')).toEqual({ tel: '13800000000' });
  forgetWithheld(8);
  expect(withheldOf(7, 'a', '1')).toEqual({});
});
