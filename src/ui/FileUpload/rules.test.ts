import { bytesText, FILE_RULES, fileProblem } from './rules';

const MB = 1024 * 1024;

test('a logo must be a square picture of at most 2 MB', () => {
  const logo = FILE_RULES.teamLogo;
  expect(fileProblem(logo, { type: 'image/png', size: 2 * MB }, { width: 200, height: 201 })).toBeNull();
  expect(fileProblem(logo, { type: 'image/png', size: 2 * MB + 1 }, null)).toEqual({ kind: 'size', maxBytes: 2 * MB });
  expect(fileProblem(logo, { type: 'image/png', size: 10 }, { width: 200, height: 100 })?.kind).toBe('shape');
  expect(fileProblem(logo, { type: 'application/pdf', size: 10 }, null)?.kind).toBe('type');
  expect(fileProblem(logo, { type: 'image/png', size: 0 }, null)?.kind).toBe('empty');
});

test('a licence may be a PDF of 20 MB, but a picture of only 5 MB', () => {
  const { licence } = FILE_RULES;
  expect(fileProblem(licence, { type: 'application/pdf', size: 20 * MB }, null)).toBeNull();
  expect(fileProblem(licence, { type: 'image/jpeg', size: 6 * MB }, null)).toEqual({ kind: 'size', maxBytes: 5 * MB });
});

test('sizes are formatted in MB or KB', () => {
  expect(bytesText(500 * 1024)).toBe('500 KB');
  expect(bytesText(2.5 * MB)).toBe('2.5 MB');
});
