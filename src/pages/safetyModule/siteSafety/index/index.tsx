import { RULE } from '@contract/rule-ids';
import { useSearchParams } from '@umijs/max';
import { lazy, type ReactNode, Suspense } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useOpenForm } from '@/app/useOpenForm';
import { PageAction } from '@/ui/actions/PageAction';
import { PageHeader } from '@/ui/PageHeader';
import { Tabs } from '@/ui/Tabs';
import { Inspections } from './Inspections';

const Incidents = lazy(() => import('./Incidents').then((module) => ({ default: module.Incidents })));
const Checklists = lazy(() => import('./Checklists').then((module) => ({ default: module.Checklists })));
const Scores = lazy(() => import('./Scores').then((module) => ({ default: module.Scores })));
const PlanForm = lazy(() => import('./PlanForm').then((module) => ({ default: module.PlanForm })));
const IncidentForm = lazy(() => import('./IncidentForm').then((module) => ({ default: module.IncidentForm })));
const ChecklistForm = lazy(() => import('./ChecklistForm').then((module) => ({ default: module.ChecklistForm })));

const later = (part: ReactNode) => <Suspense fallback={null}>{part}</Suspense>;

/** Shows the site safety page (站点安全, DOMAIN §3.8): inspections, incidents, checklists and scores of stations. */
export default function SiteSafetyPage() {
  const t = useT();
  const { can } = usePlatform();
  const [query, setQuery] = useSearchParams();
  const part = query.get('part') ?? 'inspections';
  const may = {
    plan: can(RULE['safety.site.create']),
    report: can(RULE['safety.site.incident']),
    checklist: can(RULE['safety.site.edit']),
  };
  const [form, open] = useOpenForm(may);
  const close = () => open(null);
  return (
    <>
      <PageHeader
        title="menu.siteSafety"
        extra={
          <>
            {part === 'checklists' && may.checklist ? (
              <PageAction label="siteChecklist.add" run={() => open('checklist')} />
            ) : null}
            {may.report ? <PageAction label="siteIncident.report" run={() => open('report')} /> : null}
            {may.plan ? <PageAction primary hotkey="n" label="siteInspection.plan" run={() => open('plan')} /> : null}
          </>
        }
      />
      <Tabs
        label={t('siteInspection.tabs')}
        active={part}
        onChange={(key) => setQuery(key === 'inspections' ? {} : { part: key })}
        items={[
          { key: 'inspections', label: t('siteInspection.tabInspections'), content: () => <Inspections /> },
          { key: 'incidents', label: t('siteInspection.tabIncidents'), content: () => <Incidents /> },
          { key: 'checklists', label: t('siteInspection.tabChecklists'), content: () => <Checklists /> },
          { key: 'scores', label: t('siteInspection.tabScores'), content: () => <Scores /> },
        ]}
      />
      {form === 'plan' ? later(<PlanForm onClose={close} />) : null}
      {form === 'report' ? later(<IncidentForm onClose={close} />) : null}
      {form === 'checklist' ? later(<ChecklistForm id={null} onClose={close} />) : null}
    </>
  );
}
