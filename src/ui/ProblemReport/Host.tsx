import { useEffect } from 'react';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { hostReports, useOccasion } from './open';

const Dialog = lazyWithRetry(() => import('./Dialog').then((module) => module.ReportDialog));

/** Draws the report of a problem while it is open; its code comes when it is first wanted. */
export function ReportHost() {
  const occasion = useOccasion();
  useEffect(hostReports, []);
  if (!occasion) return null;
  return <Dialog occasion={occasion} />;
}
