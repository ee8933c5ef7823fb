import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from '@contract/permissions';
import { LOCALES } from '@contract/text';
import { loadTexts, setLocale, t } from '@/app/i18n/i18n';
import { chainOf } from '../pageTable';
import { best, fitOf } from './match';
import { pinyinAt } from './pinyin';
import { VERBS, verbCommands } from './verbs';

const anybody = () => true;
/** Returns the labels of commands that match the typed text, best first, in the current language. */
const found = (typed: string, can: (rule: number) => boolean = anybody) =>
  best(verbCommands(can), (command) => fitOf(typed, t(command.label), command.about), 8).map(({ label }) => t(label));

beforeAll(async () => {
  await loadTexts('console');
  await loadTexts('pages');
});
afterAll(() => setLocale('en-US'));

const sources = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /(?<!\.test)\.tsx?$/.test(name) ? [path] : [];
  });
const pages = [...sources('src/pages'), ...sources('src/features')].filter((path) => !path.includes('pages/user/'));
const labels = new Set(VERBS.map(({ label }) => (typeof label === 'string' ? label : label['zh-CN'])));
/** Actions that the palette does not offer, because they have no URL, for example actions inside a dialog or a settings row. */
const INSIDE_A_DIALOG = [
  'common.save',
  'staff.departmentRemove',
  'account.unbind',
  'account.rename',
  'account.end',
  'account.notMe',
  'account.recoveryMake',
  'bill.liftOrder',
  'notice.open',
  'notice.clear',
  'exportTask.viewFilter',
  'setting.restore',
  'setting.secretRemove',
];

test('every action that a page declares is found by its label', () => {
  const missing = pages.flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const actions = [
      ...text.matchAll(/key: '\w+',\s*label: '([\w.]+)',[^}]*?\b(?:to|run|call|bulk|confirm|instant|danger):/g),
    ];
    const buttons = [...text.matchAll(/<PageAction\b[^>]*?\blabel="([\w.]+)"/g)];
    return [...actions, ...buttons]
      .map(([, label = '']) => label)
      .filter((label) => !labels.has(label) && !INSIDE_A_DIALOG.includes(label) && label !== 'staff.import')
      .map((label) => `${path}: ${label}`);
  });
  expect(missing).toEqual([]);
});

test('every tab of a page is found by its label', () => {
  const missing = pages
    .filter((path) => readFileSync(path, 'utf8').includes('<Tabs') || path.endsWith('site/index/index.tsx'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/key: '\w+',\s*label: (?:t\()?'([\w.]+)'/g)].map(
        ([, label = '']) => label,
      ),
    )
    .filter((label) => !labels.has(label));
  expect(missing).toEqual([]);
});

test('verbs lead to existing pages and name existing rules', () => {
  const rules = new Set<number>(RULES.map(({ id }) => id));
  for (const { at, rule } of VERBS) {
    expect(chainOf(at.split('?')[0] ?? '')).not.toEqual([]);
    if (rule !== undefined) expect(rules.has(rule)).toBe(true);
  }
});

test('verbs and tabs are found in every language, in Chinese also by pinyin and its initials', async () => {
  await setLocale('zh-CN');
  for (const typed of ['暂停', 'zanting', 'zantingyingye', 'ztyy']) expect(found(typed)).toContain('暂停营业');
  expect(found('zt')).toContain('暂停营业');
  for (const typed of ['调账', 'tiaozhang', 'tz']) expect(found(typed)).toContain('调账');
  for (const typed of ['导出', 'daochu', 'dc']) expect(found(typed)).toContain('导出');
  expect(found('chongzhimima')).toContain('重置密码');
  await setLocale('zh-TW');
  for (const typed of ['暫停', 'zanting', 'ztyy']) expect(found(typed)).toContain('暫停營業');
  await setLocale('en-US');
  expect(found('pause')).toContain('Pause station');
  expect(found('adjust')).toContain('Adjustments');
  await setLocale('pt-BR');
  expect(found('pausar')).toContain('Pausar estação');
  for (const locale of LOCALES) {
    await setLocale(locale);
    for (const command of verbCommands(anybody)) expect(t(command.label)).not.toMatch(/^[a-z]\w*\.\w+$/);
  }
});

test('actions that the user may not perform are not listed', async () => {
  await setLocale('en-US');
  const only =
    (...rules: number[]) =>
    (rule: number) =>
      rules.includes(rule);
  expect(found('pause', only(11))).toEqual([]);
  expect(found('pause', only(11, 1107))).toEqual(['Pause station']);
  expect(found('pause', only(1107))).toEqual([]);
});

test('pinyin matches from the start of a character, each by its syllable or its first letter', () => {
  expect(pinyinAt('zt', '暂停营业')).toBe(0);
  expect(pinyinAt('yingye', '暂停营业')).toBe(2);
  expect(pinyinAt('zanty', '暂停营业')).toBe(0);
  expect(pinyinAt('anting', '暂停营业')).toBe(-1);
  expect(pinyinAt('zt', '工作台首页')).toBe(-1);
  expect(pinyinAt('zt', 'Pause')).toBe(-1);
  expect(pinyinAt('appp', 'APP 配置')).toBe(-1);
});
