import { RULE } from '@contract/rule-ids';
import { useSearchParams } from '@umijs/max';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
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
const FORMS = ['plan', 'report', 'checklist'] as const;
type Form = (typeof FORMS)[number];

/** Shows the site safety page (站点安全, DOMAIN §3.8): inspections, incidents, checklists and scores of stations. */
export default function SiteSafetyPage() {
  const t = useT();
  const { can } = usePlatform();
  const [query, setQuery] = useSearchParams();
  const part = query.get('part') ?? 'inspections';
  const asked = query.get('form');
  const [form, setForm] = useState<Form | null>(FORMS.find((one) => one === asked) ?? null);
  const close = () => setForm(null);
  return (
    <>
      <PageHeader
        title="menu.siteSafety"
        extra={
          <>
            {part === 'checklists' && can(RULE['safety.site.edit']) ? (
              <PageAction label="siteChecklist.add" run={() => setForm('checklist')} />
            ) : null}
            {can(RULE['safety.site.incident']) ? (
              <PageAction label="siteIncident.report" run={() => setForm('report')} />
            ) : null}
            {can(RULE['safety.site.create']) ? (
              <PageAction primary hotkey="n" label="siteInspection.plan" run={() => setForm('plan')} />
            ) : null}
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
