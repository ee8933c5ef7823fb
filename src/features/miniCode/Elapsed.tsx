import { useEffect, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';

const TICK_MS = 1_000;

/** Shows the elapsed time and updates it until `to` is set. Both times are milliseconds since 1970. */
export function Elapsed({ from, to }: { readonly from: number; readonly to: number | null }) {
  const t = useT();
  const { now } = usePlatform();
  const [at, setAt] = useState(now);
  useEffect(() => {
    if (to !== null) return;
    const timer = setInterval(() => setAt(now()), TICK_MS);
    return () => clearInterval(timer);
  }, [to, now]);
  const seconds = Math.max(0, Math.floor(((to ?? at) - from) / 1_000));
  const s = seconds % 60;
  const m = Math.floor(seconds / 60);
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>
      {m > 0 ? t('miniCode.minutes', { m, s }) : t('miniCode.seconds', { s })}
    </span>
  );
}
