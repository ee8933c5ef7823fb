import { useT } from '@/app/i18n/i18n';
import { StatusTag } from '@/ui/StatusTag';

/** Shows whether two sums are equal. Nothing is shown if the sums are hidden from the user. */
export function Balanced({ one, other }: { readonly one: number | null; readonly other: number | null }) {
  const t = useT();
  if (one === null || other === null) return null;
  return one === other ? (
    <StatusTag tone="good" text={t('finance.balanced')} />
  ) : (
    <StatusTag tone="bad" text={t('finance.unbalanced')} />
  );
}
