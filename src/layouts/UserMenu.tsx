import { RULE } from '@contract/rule-ids';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '@contract/text';
import { history, useDispatch, useLocation, useSelector } from '@umijs/max';
import { useState } from 'react';
import type { AppearanceChoice } from '@/app/appearance/appearance';
import { uploadAppearance } from '@/app/appearance/sync';
import { openHelp } from '@/app/commands/help';
import { showOverlay } from '@/app/commands/overlay';
import { type Command, useCommands } from '@/app/commands/registry';
import { draftsOf } from '@/app/drafts';
import { FIRST_STEPS_ADDRESS } from '@/app/firstSteps';
import { type Label, setLocale, useLocale, useT } from '@/app/i18n/i18n';
import { lazyWithRetry, useIdle } from '@/app/lazyWithRetry';
import { serverAddress } from '@/app/windowSettings';
import type { RootState } from '@/models/state';
import { useCurrentUser } from '@/models/useCurrentUser';
import { Menu, type MenuItem } from '@/ui/Menu';
import { openReport } from '@/ui/ProblemReport/open';
import styles from './basic.css';

const DraftsPanel = lazyWithRetry(() => import('./DraftsPanel').then((module) => module.default));
const NewsPanel = lazyWithRetry(() => import('./NewsPanel').then((module) => module.default));
const NewsMark = lazyWithRetry(() => import('./NewsMark').then((module) => module.default), { quiet: true });
const UndoPanel = lazyWithRetry(() => import('./UndoPanel').then((module) => module.default));

/** Milliseconds after which the mark for what is new looks for it. */
const NEWS_MS = 3_500;

/** The page about one's own account. Only this menu leads there. */
const ACCOUNT = '/dashboard/accountInfo';
const SCHEMES = ['light', 'dark', 'system'] as const;

const openOutside = (href: string) => void window.open(href, '_blank', 'noopener,noreferrer');

/** Name of the person; the own account, language, look and sign-out below it. */
export function UserMenu() {
  const t = useT();
  const locale = useLocale();
  const dispatch = useDispatch();
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const shown = user.nickname || user.name;
  const settings = useSelector((state: RootState) => state.settings);
  const { scheme, compact, colorWeak } = settings;
  const change = (look: Partial<AppearanceChoice>) => {
    dispatch({ type: 'settings/changeSetting', payload: look });
    uploadAppearance(user.id, { scheme, compact, colorWeak, ...look, locale });
  };
  const speak = async (language: Locale) => {
    await setLocale(language);
    uploadAppearance(user.id, { scheme, compact, colorWeak, locale: language });
  };
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const offered = LOCALES.filter((language) => user.enabledLocales.includes(language) || language === locale);
  const language = t('shell.language');
  const [panel, setPanel] = useState<'drafts' | 'undo' | 'news' | null>(null);
  const unfinished = anchor ? draftsOf(user.id).length : 0;
  const appearance = t('shell.appearance');
  const isIdle = useIdle(NEWS_MS);
  const hasWorkbench = user.permission.includes(RULE['dashboard.index']);

  /** What the menu and the command palette offer alike. */
  const deeds = {
    account: () => history.push(ACCOUNT),
    drafts: () => setPanel('drafts'),
    undo: () => setPanel('undo'),
    news: () => setPanel('news'),
    firstSteps: () => history.push(FIRST_STEPS_ADDRESS),
    keys: () => showOverlay('keys'),
    report: () => openReport(),
    logout: () => void dispatch({ type: 'login/logout' }),
  };
  const brandLinks = [
    { key: 'brandHelp', label: 'shell.brandHelp', href: user.brand?.helpUrl ?? '' },
    { key: 'brandFeedback', label: 'shell.brandFeedback', href: user.brand?.feedbackUrl ?? '' },
  ].filter(({ href }) => href !== '') as readonly { key: string; label: Label; href: string }[];
  const hasAccount = user.permission.includes(RULE['dashboard.accountInfo']);
  const items: readonly MenuItem[] = [
    ...(hasAccount ? [{ key: 'account', label: t('menu.accountInfo'), onPick: deeds.account }] : []),
    ...(unfinished > 0
      ? [{ key: 'drafts', label: t('draft.mineCount', { n: unfinished }), onPick: deeds.drafts }]
      : []),
    { key: 'undo', label: t('undo.mine'), onPick: deeds.undo },
    ...offered.map((one) => ({
      key: `language:${one}`,
      group: language,
      label: LANGUAGE_NAMES[one],
      lang: one,
      checked: one === locale,
      onPick: () => void speak(one),
    })),
    ...SCHEMES.map((scheme) => ({
      key: `scheme:${scheme}`,
      group: appearance,
      label: t(`shell.${scheme}`),
      checked: settings.scheme === scheme,
      onPick: () => change({ scheme }),
    })),
    ...(['compact', 'colorWeak'] as const).map((option) => ({
      key: option,
      group: appearance,
      label: t(`shell.${option}`),
      checked: settings[option],
      onPick: () => change({ [option]: !settings[option] }),
    })),
    { key: 'help', label: t('manual.title'), onPick: () => openHelp() },
    ...brandLinks.map(({ key, label, href }) => ({ key, label: t(label), onPick: () => openOutside(href) })),
    { key: 'news', label: t('manual.news'), onPick: deeds.news },
    ...(hasWorkbench ? [{ key: 'firstSteps', label: t('manual.firstSteps'), onPick: deeds.firstSteps }] : []),
    { key: 'keys', label: t('keys.title'), onPick: deeds.keys },
    { key: 'report', label: t('report.open'), onPick: deeds.report },
    { key: 'logout', label: t('shell.logout'), onPick: deeds.logout },
  ];
  // The sheet of keys is a command of the palette's own, the own account one of its pages.
  useCommands((): readonly Command[] => {
    const command = (key: string, label: Command['label'], run: () => void, about?: string): Command => ({
      key: `console:${key}`,
      label,
      about,
      group: 'console',
      run,
    });
    return [
      ...(draftsOf(user.id).length > 0 ? [command('drafts', 'draft.mine', deeds.drafts)] : []),
      command('undo', 'undo.mine', deeds.undo),
      ...SCHEMES.filter((scheme) => scheme !== settings.scheme).map((scheme) =>
        command(`scheme:${scheme}`, `shell.${scheme}`, () => change({ scheme }), appearance),
      ),
      ...(['compact', 'colorWeak'] as const).map((option) =>
        command(option, `shell.${option}`, () => change({ [option]: !settings[option] }), appearance),
      ),
      ...offered
        .filter((one) => one !== locale)
        .map((one) => command(`language:${one}`, 'shell.language', () => void speak(one), LANGUAGE_NAMES[one])),
      command('news', 'manual.news', deeds.news),
      ...(hasWorkbench ? [command('firstSteps', 'manual.firstSteps', deeds.firstSteps)] : []),
      command('report', 'report.open', deeds.report),
      command('logout', 'shell.logout', deeds.logout),
    ];
  }, true);

  return (
    <>
      <button
        type="button"
        className={styles.user}
        aria-current={pathname === ACCOUNT ? 'page' : undefined}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('shell.userMenu', { name: shown })}
        onClick={({ currentTarget }) => setAnchor((open) => (open ? null : currentTarget))}
      >
        {user.avatar ? (
          <img src={serverAddress(user.avatar)} alt="" className={styles.avatar} />
        ) : (
          <span className={styles.avatar} data-initial={shown.slice(0, 1)} />
        )}
        <span className={styles.userName}>{shown}</span>
        {isIdle ? <NewsMark /> : null}
      </button>
      {anchor && (
        <Menu
          anchor={anchor}
          label={t('shell.userMenu', { name: shown })}
          items={items}
          onClose={() => setAnchor(null)}
        />
      )}
      {panel === 'drafts' ? <DraftsPanel onClose={() => setPanel(null)} /> : null}
      {panel === 'news' ? <NewsPanel onClose={() => setPanel(null)} /> : null}
      {panel === 'undo' ? <UndoPanel onClose={() => setPanel(null)} /> : null}
    </>
  );
}
