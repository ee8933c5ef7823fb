import { RULE } from '@contract/rule-ids';
import type { CurrentUser } from '@contract/site';
import { LANGUAGE_NAMES, type Locale } from '@contract/text';
import type { AppearanceChoice } from '@/app/appearance/appearance';
import { openHelp } from '@/app/commands/help';
import type { Command } from '@/app/commands/registry';
import { draftsOf } from '@/app/drafts';
import type { Label, Translate } from '@/app/i18n/i18n';
import type { MenuItem } from '@/ui/Menu';
import type { OwnAppearance } from './useOwnAppearance';

/** Actions of the user menu. The command palette offers some of them. */
export interface UserActions {
  readonly account: () => void;
  readonly drafts: () => void;
  readonly undo: () => void;
  readonly news: () => void;
  readonly firstSteps: () => void;
  readonly keys: () => void;
  readonly report: () => void;
  readonly logout: () => void;
}

const SCHEMES = ['light', 'dark', 'system'] as const;
const SWITCHES = ['compact', 'colorWeak'] as const satisfies readonly (keyof AppearanceChoice)[];

const hasWorkbench = ({ permission }: CurrentUser) => permission.includes(RULE['dashboard.index']);

const openOutside = (href: string) => void window.open(href, '_blank', 'noopener,noreferrer');

/** Returns menu items for the tenant's own help and feedback pages. */
function brandItems({ brand }: CurrentUser, t: Translate): readonly MenuItem[] {
  const links: readonly { readonly key: string; readonly label: Label; readonly href: string }[] = [
    { key: 'brandHelp', label: 'shell.brandHelp', href: brand?.helpUrl ?? '' },
    { key: 'brandFeedback', label: 'shell.brandFeedback', href: brand?.feedbackUrl ?? '' },
  ];
  return links
    .filter(({ href }) => href !== '')
    .map(({ key, label, href }) => ({ key, label: t(label), onPick: () => openOutside(href) }));
}

/** Returns menu items for languages and appearances. The current ones are checked. */
function appearanceItems({ choice, locale, languages, change, speak }: OwnAppearance, t: Translate): MenuItem[] {
  const language = t('shell.language');
  const appearance = t('shell.appearance');
  return [
    ...languages.map((one) => ({
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
      checked: choice.scheme === scheme,
      onPick: () => change({ scheme }),
    })),
    ...SWITCHES.map((option) => ({
      key: option,
      group: appearance,
      label: t(`shell.${option}`),
      checked: choice[option],
      onPick: () => change({ [option]: !choice[option] }),
    })),
  ];
}

/**
 * Returns the entries of the user menu.
 *
 * @param unfinished number of the user's drafts
 */
export function userMenuItems(
  user: CurrentUser,
  own: OwnAppearance,
  actions: UserActions,
  unfinished: number,
  t: Translate,
): readonly MenuItem[] {
  const hasAccount = user.permission.includes(RULE['dashboard.accountInfo']);
  return [
    ...(hasAccount ? [{ key: 'account', label: t('menu.accountInfo'), onPick: actions.account }] : []),
    ...(unfinished > 0
      ? [{ key: 'drafts', label: t('draft.mineCount', { n: unfinished }), onPick: actions.drafts }]
      : []),
    { key: 'undo', label: t('undo.mine'), onPick: actions.undo },
    ...appearanceItems(own, t),
    { key: 'help', label: t('manual.title'), onPick: () => openHelp() },
    ...brandItems(user, t),
    { key: 'news', label: t('manual.news'), onPick: actions.news },
    ...(hasWorkbench(user) ? [{ key: 'firstSteps', label: t('manual.firstSteps'), onPick: actions.firstSteps }] : []),
    { key: 'keys', label: t('keys.title'), onPick: actions.keys },
    { key: 'report', label: t('report.open'), onPick: actions.report },
    { key: 'logout', label: t('shell.logout'), onPick: actions.logout },
  ];
}

const command = (key: string, label: Label, run: () => void, about?: string): Command => ({
  key: `console:${key}`,
  label,
  about,
  group: 'console',
  run,
});

/**
 * Returns some entries of the user menu as commands of the palette. The current language and colour scheme are omitted. The list of
 * shortcut keys, the manual and the user's account page are also omitted, because the palette lists them already.
 */
export function userCommands(
  user: CurrentUser,
  { choice, locale, languages, change, speak }: OwnAppearance,
  actions: UserActions,
  t: Translate,
): readonly Command[] {
  const appearance = t('shell.appearance');
  const others: readonly Locale[] = languages.filter((one) => one !== locale);
  return [
    ...(draftsOf(user.id).length > 0 ? [command('drafts', 'draft.mine', actions.drafts)] : []),
    command('undo', 'undo.mine', actions.undo),
    ...SCHEMES.filter((scheme) => scheme !== choice.scheme).map((scheme) =>
      command(`scheme:${scheme}`, `shell.${scheme}`, () => change({ scheme }), appearance),
    ),
    ...SWITCHES.map((option) =>
      command(option, `shell.${option}`, () => change({ [option]: !choice[option] }), appearance),
    ),
    ...others.map((one) => command(`language:${one}`, 'shell.language', () => void speak(one), LANGUAGE_NAMES[one])),
    command('news', 'manual.news', actions.news),
    ...(hasWorkbench(user) ? [command('firstSteps', 'manual.firstSteps', actions.firstSteps)] : []),
    command('report', 'report.open', actions.report),
    command('logout', 'shell.logout', actions.logout),
  ];
}
