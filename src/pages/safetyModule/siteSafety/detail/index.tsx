import { history, useSearchParams } from '@umijs/max';
import { lazy, Suspense, useEffect } from 'react';
import { t as tNow } from '@/app/i18n/i18n';
import { toast } from '@/app/toast';
import { PageHeader } from '@/ui/PageHeader';
import { Inspection } from './Inspection';

const Incident = lazy(() => import('./Incident').then((module) => ({ default: module.Incident })));

const LIST = '/safetyModule/siteSafety/index';

/** Shows a safety record (安全记录详情, DOMAIN §3.8): all data of one inspection or one incident. */
export default function SafetyRecordPage() {
  const [query] = useSearchParams();
  const id = Number(query.get('id') ?? '');
  const kind = query.get('kind') ?? 'inspection';
  const isKnown = Number.isSafeInteger(id) && id > 0 && (kind === 'inspection' || kind === 'incident');
  useEffect(() => {
    if (isKnown) return;
    toast.warning(tNow('siteInspection.chooseRecord'));
    history.replace(LIST);
  }, [isKnown]);
  if (!isKnown) return null;
  if (kind === 'inspection') return <Inspection key={id} id={id} />;
  return (
    <Suspense fallback={<PageHeader title="menu.siteSafetyDetail" />}>
      <Incident key={id} id={id} />
    </Suspense>
  );
}
