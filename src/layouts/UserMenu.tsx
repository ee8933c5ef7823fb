import { history, useDispatch, useLocation } from '@umijs/max';
import { type MouseEvent, useState } from 'react';
import { showOverlay } from '@/app/commands/overlay';
import { useCommands } from '@/app/commands/registry';
import { draftsOf } from '@/app/drafts';
import { FIRST_STEPS_ADDRESS } from '@/app/firstSteps';
import { useT } from '@/app/i18n/i18n';
import { lazyWithRetry, useIdle } from '@/app/lazyWithRetry';
import { serverAddress } from '@/app/windowSettings';
import { useCurrentUser } from '@/models/useCurrentUser';
import { Menu } from '@/ui/Menu';
import { openReport } from '@/ui/ProblemReport/open';
import styles from './basic.css';
import { useOwnAppearance } from './useOwnAppearance';
import { type UserActions, userCommands, userMenuItems } from './userMenuEntries';

const DraftsPanel = lazyWithRetry(() => import('./DraftsPanel').then((module) => module.default));
const NewsPanel = lazyWithRetry(() => import('./NewsPanel').then((module) => module.default));
const NewsMark = lazyWithRetry(() => import('./NewsMark').then((module) => module.default), { quiet: true });
const UndoPanel = lazyWithRetry(() => import('./UndoPanel').then((module) => module.default));

/** Delay in milliseconds before the check for news that the user has not seen. */
const NEWS_MS = 3_500;

/** Path of the page with the user's own account. The page is not in the main menu. */
const ACCOUNT = '/dashboard/accountInfo';

/** Shows the user's name and a menu with entries such as the user's account, drafts, language and sign-out. */
export function UserMenu() {
  const t = useT();
  const dispatch = useDispatch();
  const user = useCurrentUser();
  const appearance = useOwnAppearance(user);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [panel, setPanel] = useState<'drafts' | 'undo' | 'news' | null>(null);
  const unfinished = anchor ? draftsOf(user.id).length : 0;
  const actions: UserActions = {
    account: () => history.push(ACCOUNT),
    drafts: () => setPanel('drafts'),
    undo: () => setPanel('undo'),
    news: () => setPanel('news'),
    firstSteps: () => history.push(FIRST_STEPS_ADDRESS),
    keys: () => showOverlay('keys'),
    report: () => openReport(),
    logout: () => void dispatch({ type: 'login/logout' }),
  };
  useCommands(() => userCommands(user, appearance, actions, t), true);
  const label = t('shell.userMenu', { name: user.nickname || user.name });
  return (
    <>
      <UserButton
        label={label}
        isOpen={anchor !== null}
        onClick={({ currentTarget }) => setAnchor((open) => (open ? null : currentTarget))}
      />
      {anchor && (
        <Menu
          anchor={anchor}
          label={label}
          items={userMenuItems(user, appearance, actions, unfinished, t)}
          onClose={() => setAnchor(null)}
        />
      )}
      {panel === 'drafts' ? <DraftsPanel onClose={() => setPanel(null)} /> : null}
      {panel === 'news' ? <NewsPanel onClose={() => setPanel(null)} /> : null}
      {panel === 'undo' ? <UndoPanel onClose={() => setPanel(null)} /> : null}
    </>
  );
}

/** Renders the button of the menu: the user's picture and name, and a dot if the console has changes that the user has not seen. */
function UserButton({
  label,
  isOpen,
  onClick,
}: {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}) {
  const { avatar, nickname, name } = useCurrentUser();
  const { pathname } = useLocation();
  const isIdle = useIdle(NEWS_MS);
  const shown = nickname || name;
  return (
    <button
      type="button"
      className={styles.user}
      aria-current={pathname === ACCOUNT ? 'page' : undefined}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-label={label}
      onClick={onClick}
    >
      {avatar ? (
        <img src={serverAddress(avatar)} alt="" className={styles.avatar} />
      ) : (
        <span className={styles.avatar} data-initial={shown.slice(0, 1)} />
      )}
      <span className={styles.userName}>{shown}</span>
      {isIdle ? <NewsMark /> : null}
    </button>
  );
}
