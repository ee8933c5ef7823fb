import { writeDays } from '@contract/dates';
import { FRANCHISEE_LIST } from '@contract/franchisee.fields';
import { RULE } from '@contract/rule-ids';
import { Link } from '@umijs/max';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { serverAddress } from '@/app/windowSettings';
import { TerritoryMap } from '@/features/territoryMap';
import { Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { Unmask } from '@/ui/Masked';
import { Money } from '@/ui/Money';
import { formatFigure } from '@/ui/Money/format';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { Accounts } from './Accounts';
import { Applications } from './Applications';
import { Funds } from './Funds';
import { History } from './History';
import type { FranchiseeRow } from './list';
import { type Inside, nothing, Section, UNMASK_RULE } from './parts';
import { Shares } from './Shares';

/** Shows a franchisee in a drawer: profile, contracts, stations, shares, funds, accounts, applications with visits, history. */
export function FranchiseeDrawer({ context }: { readonly context: DetailContext<FranchiseeRow> }) {
  const t = useT();
  const { can } = usePlatform();
  const seesApplications = can(RULE['franchise.apply']);
  return (
    <RecordDrawer
      address="franchise.Franchisee/getDetail"
      context={context}
      name={(franchisee) => franchisee.name}
      title={(franchisee) => `${franchisee.name} · ${franchisee.no}`}
      beside={(franchisee) => cellOf(FRANCHISEE_LIST, 'status', franchisee, t)}
      visible={2}
      tabs={(franchisee) => [
        { key: 'franchisee', label: t('franchisee.tabFacts'), content: () => <Profile franchisee={franchisee} /> },
        { key: 'contracts', label: t('franchisee.tabContracts'), content: () => <Contracts franchisee={franchisee} /> },
        { key: 'stations', label: t('franchisee.tabStations'), content: () => <Stations franchisee={franchisee} /> },
        { key: 'shares', label: t('franchisee.tabShares'), content: () => <Shares franchisee={franchisee} /> },
        { key: 'funds', label: t('franchisee.tabFunds'), content: () => <Funds franchisee={franchisee} /> },
        { key: 'accounts', label: t('franchisee.tabAccounts'), content: () => <Accounts franchisee={franchisee} /> },
        ...(seesApplications
          ? [
              {
                key: 'applications',
                label: t('franchisee.tabApplications'),
                content: () => <Applications franchisee={franchisee} />,
              },
            ]
          : []),
        { key: 'history', label: t('franchisee.tabHistory'), content: () => <History id={franchisee.id} /> },
      ]}
    />
  );
}

function Profile({ franchisee }: Inside) {
  const t = useT();
  const { id, name, contactTel, idCard, regionCodes, territories } = franchisee;
  return (
    <>
      <Facts
        items={facts(FRANCHISEE_LIST, franchisee, t, {
          contactTel: (
            <Unmask
              objectType="franchisee"
              id={id}
              field="contactTel"
              value={contactTel}
              name={name}
              rule={UNMASK_RULE}
            />
          ),
          idCard: (
            <Unmask objectType="franchisee" id={id} field="idCard" value={idCard} name={name} rule={UNMASK_RULE} />
          ),
          territory: territories.map((one) => one.name).join(t('list.separator')),
        })}
      />
      <Section title={t('franchisee.territory')}>
        <TerritoryMap codes={regionCodes} label={t('franchisee.territory')} />
      </Section>
    </>
  );
}

function Contracts({ franchisee: { contracts } }: Inside) {
  const t = useT();
  const locale = useLocale();
  if (contracts.length === 0) return nothing(t('franchisee.noContracts'));
  return (
    <SmallTable
      isNamed
      label={t('franchisee.tabContracts')}
      heads={[
        t('franchisee.contractNo'),
        t('franchisee.term'),
        t('franchisee.shareRateBp'),
        t('franchisee.feeFen'),
        t('franchisee.recognisedFen'),
        t('franchisee.contractFile'),
        t('franchisee.application'),
      ]}
      rows={contracts.map((row) => ({
        key: String(row.id),
        cells: [
          row.contractNo,
          writeDays(row.startsOn, row.endsOn, locale),
          formatFigure(row.shareRateBp, 'bp', locale),
          <Money key="fee" fen={row.feeFen} sign />,
          <Money key="recognised" fen={row.recognisedFen} sum sign />,
          row.file ? (
            <a key="file" href={serverAddress(row.file.url)} target="_blank" rel="noreferrer">
              {row.file.name}
            </a>
          ) : (
            '—'
          ),
          row.applyId === null ? (
            '—'
          ) : (
            <Link key="apply" to={`/franchisee/applicationList?open=${row.applyId}`}>
              {t('franchisee.application')}
            </Link>
          ),
        ],
      }))}
    />
  );
}

function Stations({ franchisee: { stationList } }: Inside) {
  const t = useT();
  if (stationList.length === 0) return nothing(t('franchisee.noStations'));
  return (
    <SmallTable
      isNamed
      label={t('franchisee.tabStations')}
      heads={[t('franchisee.stationCode'), t('franchisee.stationName'), t('franchisee.stationStatus')]}
      rows={stationList.map(({ id, code, name, statusText }) => ({
        key: String(id),
        cells: [
          code,
          <Link key="name" to={`/teamList/index?open=${id}`}>
            {name}
          </Link>,
          statusText,
        ],
      }))}
    />
  );
}
