import { blacklistCase } from '@contract/userBlacklist.states';
import { useSearchParams } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import { CaseDrawer } from '@/features/cases/CaseDrawer';
import { Button } from '@/ui/Button';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { Tab, usePaging } from './Tab';

const full = (at: string) => <TimeText at={at} mode="full" />;
const PAGE_PARAMETERS = ['id', 'tab'] as const;
const ignoreTab = () => {};

/**
 * Lists the user's blacklist entries and who lifted each entry. An entry opens in a drawer with its history
 * and evidence.
 */
export function Blacklist({ userId }: { readonly userId: number }) {
  const t = useT();
  const paging = usePaging();
  const [query, setQuery] = useSearchParams();
  const entryId = Number(query.get('open') ?? '');
  const show = (id: number | null) => {
    const place = { id: String(userId), tab: 'black', ...(id !== null && { open: String(id) }) };
    setQuery(place, { replace: true });
  };
  return (
    <>
      <Tab
        address="user.User/getBlackRecords"
        input={{ userId, page: paging.page }}
        empty="user.blackEmpty"
        paging={paging}
      >
        {(list) => (
          <SmallTable
            label={t('user.tabBlack')}
            heads={[
              ...([t('user.time'), t('user.reasonType'), t('user.reason'), t('user.scope')] as const),
              ...([t('user.until'), t('user.by'), t('user.evidence'), t('user.status')] as const),
              ...([t('user.lifted'), t('list.actions')] as const),
            ]}
            rows={list.map((record) => ({
              key: record.id,
              cells: [
                full(record.at),
                record.reasonTypeText,
                record.reason,
                record.teamNames.length > 0 ? record.teamNames.join(t('list.separator')) : record.scopeText,
                record.until ? full(record.until) : t('user.forever'),
                record.byName,
                record.evidence.length > 0
                  ? record.evidence.map(({ fileId, name, url }) => (
                      <a key={fileId} href={serverAddress(url)} target="_blank" rel="noreferrer">
                        {name}
                      </a>
                    ))
                  : '—',
                <StatusTag key="state" tone={blacklistCase.states[record.state].tone} text={record.stateText} />,
                record.liftedAt ? (
                  <>
                    {record.liftedByName} {full(record.liftedAt)} {record.liftReason}
                  </>
                ) : (
                  '—'
                ),
                <Button key="open" size="small" onClick={() => show(record.id)}>
                  {t('user.blackHistory')}
                </Button>,
              ],
            }))}
          />
        )}
      </Tab>
      {entryId > 0 ? (
        <CaseDrawer
          context={{ id: entryId, tab: null, setTab: ignoreTab, close: () => show(null) }}
          inside={PAGE_PARAMETERS}
        />
      ) : null}
    </>
  );
}
