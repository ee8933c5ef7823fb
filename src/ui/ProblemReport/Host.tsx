import { useEffect } from 'react';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { hostReports, useOccasion } from './open';

const Dialog = lazyWithRetry(() => import('./Dialog').then((module) => module.ReportDialog));

/** Renders the problem report while it is open. Loads its code at the first opening. */
export function ReportHost() {
  const occasion = useOccasion();
  useEffect(hostReports, []);
  if (!occasion) return null;
  return <Dialog occasion={occasion} />;
}
