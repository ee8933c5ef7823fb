import { RULE } from '@contract/rule-ids';
import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { QueryBoundary } from '@/ui/QueryBoundary';
import styles from './index.css';
import { NotifyMatrix } from './NotifyMatrix';
import { OfficialAccount } from './OfficialAccount';

const GET = 'dashboard.Account/getNotify';
const RULES_PAGE = '/dashboard/noticeManage?tab=rules';

/** Shows the user's notification settings (新消息通知) by event and channel. Each change is saved immediately. */
export function Notify() {
  const t = useT();
  const { can } = usePlatform();
  const query = useData(GET, {}, { staleTime: 0 });
  return (
    <div className={styles.panel}>
      <p className={styles.intro}>{t('account.notifyIntro')}</p>
      <OfficialAccount />
      <QueryBoundary query={query} minHeight={240}>
        {(choices) => <NotifyMatrix choices={choices} reload={() => query.refetch()} />}
      </QueryBoundary>
      {can(RULE['dashboard.notice.edit']) ? (
        <p className={styles.below}>
          <Link to={RULES_PAGE}>{t('account.notifyRules')}</Link>
        </p>
      ) : null}
    </div>
  );
}
