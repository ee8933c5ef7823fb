import { LOCALES } from '@contract/text';
import { Link, useDispatch, useSelector } from '@umijs/max';
import { Dropdown, type MenuProps } from 'antd';
import { setLocale, useLocale, useT } from '@/locales/i18n';
import type { RootState } from '@/models/effects';
import { useCurrentUser } from '@/services/session';
import type { LookChoice } from '@/utils/look';
import styles from './basic.css';
import { LANGUAGE_NAMES } from './languages';

/** The rule of the page about one's own account. */
const ACCOUNT_RULE = 3;
const SCHEMES = ['light', 'dark', 'system'] as const;

/** Name of the person; the own account, language, look and sign-out below it. */
export function UserMenu() {
  const t = useT();
  const locale = useLocale();
  const dispatch = useDispatch();
  const user = useCurrentUser();
  const shown = user.nickname || user.name;
  const settings = useSelector((state: RootState) => state.settings);
  const change = (look: Partial<LookChoice>) => dispatch({ type: 'settings/changeSetting', payload: look });
  const check = (on: boolean) => <span aria-hidden="true">{on ? '✓' : ''}</span>;
  const offered = LOCALES.filter((language) => user.enabledLocales.includes(language) || language === locale);

  const items: MenuProps['items'] = [
    ...(user.permission.includes(ACCOUNT_RULE)
      ? [
          {
            key: 'account',
            label: <Link to="/dashboard/accountInfo">{t('menu.accountInfo')}</Link>,
          },
          { type: 'divider' as const },
        ]
      : []),
    {
      key: 'language',
      type: 'group',
      label: t('shell.language'),
      children: offered.map((language) => ({
        key: `language:${language}`,
        label: <span lang={language}>{LANGUAGE_NAMES[language]}</span>,
        extra: check(language === locale),
        onClick: () => void setLocale(language),
      })),
    },
    { type: 'divider' },
    {
      key: 'appearance',
      type: 'group',
      label: t('shell.appearance'),
      children: [
        ...SCHEMES.map((scheme) => ({
          key: `scheme:${scheme}`,
          label: t(`shell.${scheme}`),
          extra: check(settings.scheme === scheme),
          onClick: () => change({ scheme }),
        })),
        {
          key: 'compact',
          label: t('shell.compact'),
          extra: check(settings.compact),
          onClick: () => change({ compact: !settings.compact }),
        },
        {
          key: 'colorWeak',
          label: t('shell.colorWeak'),
          extra: check(settings.colorWeak),
          onClick: () => change({ colorWeak: !settings.colorWeak }),
        },
      ],
    },
    { type: 'divider' },
    { key: 'logout', label: t('shell.logout'), onClick: () => void dispatch({ type: 'login/logout' }) },
  ];

  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <button
        type="button"
        className={styles.user}
        aria-haspopup="menu"
        aria-label={t('shell.userMenu', { name: shown })}
      >
        {user.avatar ? (
          <img src={user.avatar} alt="" className={styles.avatar} />
        ) : (
          <span className={styles.avatar} data-initial={shown.slice(0, 1)} />
        )}
        <span className={styles.userName}>{shown}</span>
      </button>
    </Dropdown>
  );
}
