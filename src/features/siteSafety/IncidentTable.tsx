import type { Data } from '@contract/index';
import type { Tone } from '@contract/lifecycle';
import { RULE } from '@contract/rule-ids';
import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { recordAddress } from './links';

/** Lists incidents in a short table on another object's page. */
export function IncidentTable({
  label,
  rows,
}: {
  readonly label: string;
  readonly rows: Data<'safety.Site/getRiderIncidents'>['list'];
}) {
  const t = useT();
  const mayOpen = usePlatform().can(RULE['safety.detail']);
  return (
    <SmallTable
      isNamed
      label={label}
      heads={[
        ...([t('siteIncident.no'), t('siteIncident.happenedAt'), t('siteIncident.kind')] as const),
        ...([t('siteIncident.severity'), t('siteIncident.teamId'), t('siteIncident.riderName')] as const),
        t('siteIncident.state'),
      ]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          mayOpen ? (
            <Link key="no" to={recordAddress('incident', row.id)}>
              <code>{row.no}</code>
            </Link>
          ) : (
            <code key="no">{row.no}</code>
          ),
          <TimeText key="at" at={row.happenedAt} mode="full" />,
          row.kindText,
          <StatusTag key="severity" tone={row.tone as Tone} text={row.severityText} />,
          row.teamName,
          row.riderName ?? '—',
          row.stateText,
        ],
      }))}
    />
  );
}
