import { LIST_LIMITS } from '@contract/limits';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useOptions } from '@/app/request/useData';
import { ExportButton } from '@/ui/ExportButton';
import { RangePicker } from '@/ui/RangePicker';
import { Select } from '@/ui/Select';
import styles from './index.css';
import { rangeOf, type View, type ViewPatch } from './view';

interface ViewFiltersProps {
  readonly view: View;
  readonly today: string;
  readonly onChange: (patch: ViewPatch) => void;
}

/** Shows the filters by stations and days, and the export. The list of stations is loaded when it is first needed. */
export function ViewFilters({ view, today, onChange }: ViewFiltersProps) {
  const t = useT();
  const [listWanted, wantList] = useState(view.teamIds.length > 0);
  const teams = useOptions('teams', listWanted);
  return (
    <>
      <div className={styles.stations}>
        <Select<number>
          multiple
          value={view.teamIds}
          onChange={(teamIds) => onChange({ teamIds })}
          {...teams}
          onOpen={() => wantList(true)}
          label={t('dashboard.stations')}
          placeholder={t('dashboard.allStations')}
          search
          clearable
        />
      </div>
      <RangePicker
        value={view.days}
        onChange={(days) => onChange({ days })}
        maxDays={LIST_LIMITS.rangeDays}
        max={today}
        label={t('dashboard.days')}
      />
      <ExportButton list="dashboard.Index/getOverview" filter={{ ...rangeOf(view) }} />
    </>
  );
}
