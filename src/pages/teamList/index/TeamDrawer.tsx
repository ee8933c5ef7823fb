import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { SERVICE_TEXTS, SETTLE_CYCLE_TEXTS } from '@contract/team.choices';
import { teamLifecycle } from '@contract/team.states';
import type { ReactNode } from 'react';
import { type Label, type Translate, useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { MapBase } from '@/features/mapBase';
import { TermChanges } from '@/features/terms';
import { RowActions } from '@/ui/actions/RowActions';
import { CopyText } from '@/ui/CopyText';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import type { DetailContext } from '@/ui/ListPage/types';
import { Masked, Unmask } from '@/ui/Masked';
import { Money } from '@/ui/Money';
import { formatFigure } from '@/ui/Money/format';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import type { TeamRow } from './columns';
import styles from './index.css';

type Detail = Data<'team.Team/getDetail'>;

const MAP_HEIGHT = 360;
/** Weekdays in the order of display, starting with Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
const WEEKDAYS: Readonly<Record<number, Label>> = {
  0: 'area.sunday',
  1: 'area.monday',
  2: 'area.tuesday',
  3: 'area.wednesday',
  4: 'area.thursday',
  5: 'area.friday',
  6: 'area.saturday',
};

/** Shows a station in a drawer (DOMAIN §3.3 "Detail drawer tabs"). */
export function TeamDrawer({ id, tab, setTab, close, actions, start }: DetailContext<TeamRow>) {
  const t = useT();
  const query = useData('team.Team/getDetail', { id });
  return (
    <DetailDrawer<Detail>
      query={query}
      title={(team) => team.name || team.code || t('team.unnamed')}
      beside={(team) => <StatusTag tone={teamLifecycle.states[team.status].tone} text={team.statusText} />}
      actions={(team) => (
        <RowActions
          row={team}
          name={team.name || team.code || t('team.unnamed')}
          actions={actions}
          start={start}
          visible={3}
          buttons
        />
      )}
      tab={tab}
      onTab={setTab}
      onClose={close}
      tabs={(team) => [
        { key: 'profile', label: t('team.tabProfile'), content: () => <Profile team={team} /> },
        { key: 'area', label: t('team.tabArea'), content: () => <Area team={team} /> },
        { key: 'hours', label: t('team.tabHours'), content: () => <Hours team={team} /> },
        { key: 'fees', label: t('team.tabFees'), content: () => <Fees team={team} /> },
        {
          key: 'riders',
          label: t('team.tabRiders', { n: team.riders.length }),
          content: () => <Riders team={team} />,
        },
        { key: 'accounts', label: t('team.tabAccounts'), content: () => <Accounts team={team} /> },
        { key: 'history', label: t('team.tabHistory'), content: () => <History team={team} /> },
      ]}
    />
  );
}

const fact = (t: Translate) => (label: Label & string, value: ReactNode) => ({ key: label, label: t(label), value });

function Profile({ team }: { readonly team: Detail }) {
  const t = useT();
  const of = fact(t);
  return (
    <>
      {team.missing.length > 0 && team.status === 'preparing' ? (
        <p className={styles.note}>{t('team.missing', { parts: team.missing.join(t('list.separator')) })}</p>
      ) : null}
      {team.statusReason ? (
        <p className={styles.note}>
          {t('team.reason')}: {team.statusReason}
          {team.resumeAt ? (
            <>
              {' · '}
              {t('team.resumeAt')}: <TimeText at={team.resumeAt} mode="full" />
            </>
          ) : null}
        </p>
      ) : null}
      <Facts
        items={[
          of('team.code', <CopyText text={team.code} />),
          of('team.type', team.teamTypeText),
          of('team.franchisee', team.franchiseeName),
          of('team.region', team.regionText),
          of('team.address', [team.address, team.addressDetail].filter(Boolean).join(' ') || null),
          of('team.center', team.center ? <CopyText text={team.center} /> : null),
          of('team.services', team.serviceTypes.map((type) => t(SERVICE_TEXTS[type])).join(t('list.separator'))),
          of('team.businessState', team.businessStateText),
          of('team.openedAt', <TimeText at={team.openedAt} mode="full" />),
        ]}
      />
      <Facts
        title={t('team.contacts')}
        items={[
          of('team.contact', team.contactName),
          of(
            'team.tel',
            <Unmask
              objectType="team"
              id={team.id}
              field="contactTel"
              value={team.contactTel}
              name={team.name}
              rule={RULE['team.list.unmask']}
            />,
          ),
          of(
            'team.emergencyTel',
            <Unmask
              objectType="team"
              id={team.id}
              field="emergencyTel"
              value={team.emergencyTel}
              name={team.name}
              rule={RULE['team.list.unmask']}
            />,
          ),
          of('team.email', team.email),
          of('team.legalName', team.legalName),
          of('team.licenceNo', team.licenceNo),
        ]}
      />
      <Facts
        title={t('team.record')}
        items={[
          of('team.createdAt', <TimeText at={team.createdAt} mode="full" />),
          of('team.createdBy', team.createdByName),
          of('team.updatedAt', <TimeText at={team.updatedAt} mode="full" />),
          of('team.updatedBy', team.updatedByName),
        ]}
      />
    </>
  );
}

function Area({ team }: { readonly team: Detail }) {
  const t = useT();
  const locale = useLocale();
  if (team.polygon.length === 0) return <EmptyState text={t('team.noArea')} />;
  const km2 = (value: number | null) => `${formatFigure(value, 'km2', locale)} km²`;
  const { nextArea } = team;
  return (
    <>
      <MapBase
        label={t('team.tabArea')}
        height={MAP_HEIGHT}
        shapes={[
          ...(team.previousPolygon
            ? [{ key: 'previous', points: team.previousPolygon, tone: 'neutral' as const, dimmed: true }]
            : []),
          { key: 'now', points: team.polygon, tone: teamLifecycle.states[team.status].tone, label: team.name },
          ...(nextArea ? [{ key: 'next', points: nextArea.polygon, tone: 'info' as const, dimmed: true }] : []),
        ]}
        whole={team.polygon}
        focus={{ key: team.id, points: team.polygon }}
      />
      <Facts
        items={[
          { key: 'km2', label: t('team.areaSize'), value: km2(team.areaKm2) },
          { key: 'from', label: t('team.areaSince'), value: <TimeText at={team.areaEffectiveFrom} mode="full" /> },
          ...(nextArea
            ? [
                {
                  key: 'next',
                  label: t('team.areaNext'),
                  value: (
                    <>
                      {km2(nextArea.areaKm2)} · <TimeText at={nextArea.effectiveFrom} mode="full" />
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

const rangesText = (ranges: readonly { from: string; to: string }[], closed: string) =>
  ranges.length === 0 ? closed : ranges.map((range) => `${range.from}–${range.to}`).join(', ');

function Hours({ team }: { readonly team: Detail }) {
  const t = useT();
  const closed = t('team.closedDay');
  return (
    <>
      <Facts
        title={t('team.weekHours')}
        items={WEEK.map((weekday) => ({
          key: String(weekday),
          label: t(WEEKDAYS[weekday] ?? 'area.monday'),
          value: rangesText(team.weekHours.find((day) => day.weekday === weekday)?.ranges ?? [], closed),
        }))}
      />
      {team.holidays.length > 0 ? (
        <Facts
          title={t('team.holidays')}
          items={team.holidays.map((holiday) => ({
            key: holiday.date,
            label: holiday.date,
            value: holiday.closed ? closed : rangesText(holiday.ranges, closed),
          }))}
        />
      ) : null}
      <Facts
        title={t('team.delivery')}
        items={[
          { key: 'promise', label: t('team.promise'), value: t('team.minutes', { n: team.promiseMin ?? '—' }) },
          {
            key: 'distance',
            label: t('team.maxDistance'),
            value: t('team.metres', { n: team.maxDistanceM ?? '—' }),
          },
          { key: 'weight', label: t('team.maxWeight'), value: t('team.grams', { n: team.maxWeightG ?? '—' }) },
          { key: 'book', label: t('team.bookDays'), value: t('team.days', { n: team.bookDays ?? '—' }) },
        ]}
      />
    </>
  );
}

const termsOf = (team: Detail) => ({
  settlementMode: team.settlementMode,
  feePlanId: team.feePlanId,
  platformRateBp: team.platformRateBp,
  platformFixedFen: team.platformFixedFen,
  riderShareBp: team.riderShareBp,
  settleCycle: team.settleCycle,
  depositFen: team.depositFen,
  depositWarnFen: team.depositWarnFen,
  creditLimitFen: team.creditLimitFen,
});

function Fees({ team }: { readonly team: Detail }) {
  const t = useT();
  const locale = useLocale();
  const of = fact(t);
  const rate = (value: number | null) => (value === null ? '—' : formatFigure(value, 'bp', locale));
  return (
    <>
      <p className={styles.note}>{team.feeRule.text}</p>
      <Facts
        title={t('team.feesInForce')}
        items={[
          of(
            'team.settlementMode',
            team.settlementMode ? t(team.settlementMode === 'balance' ? 'team.modeBalance' : 'team.modeDeposit') : null,
          ),
          of('team.feePlan', team.feePlanName),
          of('team.platformRate', rate(team.platformRateBp)),
          of('team.platformFixed', team.platformFixedFen === null ? '—' : <Money fen={team.platformFixedFen} sign />),
          of('team.riderShare', rate(team.riderShareBp)),
          of('team.settleCycle', team.settleCycle ? t(SETTLE_CYCLE_TEXTS[team.settleCycle]) : null),
          of('team.deposit', <Money fen={team.depositFen} sign />),
          of('team.depositWarn', <Money fen={team.depositWarnFen} sign />),
          of('team.creditLimit', <Money fen={team.creditLimitFen} sign />),
        ]}
      />
      {team.status === 'draft' ? null : (
        <TermChanges
          team={{ id: team.id, name: team.name, actions: team.actions }}
          terms={{ ...termsOf(team), ...team.nextFee?.changes }}
        />
      )}
    </>
  );
}

function Riders({ team }: { readonly team: Detail }) {
  const t = useT();
  if (team.riders.length === 0) return <EmptyState text={t('team.noRiders')} />;
  return (
    <SmallTable
      heads={[t('team.riderName'), t('team.riderNo'), t('team.tel'), t('team.status')]}
      rows={team.riders.map((rider) => ({
        key: rider.id,
        cells: [
          rider.name,
          rider.riderNo,
          <Masked key="tel" value={rider.tel} />,
          <StatusTag
            key="status"
            tone={rider.online ? 'good' : 'neutral'}
            text={rider.online ? t('team.online') : rider.statusText}
          />,
        ],
      }))}
    />
  );
}

function Accounts({ team }: { readonly team: Detail }) {
  const t = useT();
  if (team.accounts.length === 0) return <EmptyState text={t('team.noAccounts')} />;
  return (
    <SmallTable
      heads={[t('team.account'), t('team.identity'), t('team.status'), t('team.lastLogin')]}
      rows={team.accounts.map((account) => ({
        key: account.id,
        cells: [
          <span key="account">
            {account.name} <small>{account.account}</small>
          </span>,
          account.identityNames.join(t('list.separator')),
          account.statusText,
          <TimeText key="at" at={account.lastLoginAt} />,
        ],
      }))}
    />
  );
}

function History({ team }: { readonly team: Detail }) {
  const t = useT();
  if (team.statusHistory.length === 0) return <EmptyState text={t('team.noHistory')} />;
  return (
    <ol className={styles.history}>
      {team.statusHistory.map((step) => (
        <li key={step.id}>
          {t('team.fromTo', { from: step.fromText, to: step.toText })} · {step.byName} · <TimeText at={step.at} />
          {step.reason ? <p>{step.reason}</p> : null}
        </li>
      ))}
    </ol>
  );
}
