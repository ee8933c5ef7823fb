import type { Data } from '@contract/index';
import { useT } from '@/app/i18n/i18n';
import { EmptyState } from '@/ui/EmptyState';
import { Money } from '@/ui/Money';
import { SmallTable } from '@/ui/SmallTable';

type Step = Data<'enquiry.Enquiry/getDetail'>['steps'][number];

/** Shows how a price and its cost are calculated, step by step with totals. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  const t = useT();
  if (steps.length === 0) return <EmptyState text={t('enquiry.noSteps')} />;
  const table = (side: Step['side'], title: string) => {
    const shown = steps.filter((step) => step.side === side);
    const total = shown.reduce((sum, { amountFen }) => sum + amountFen, 0);
    return (
      <section>
        <h3>{title}</h3>
        <SmallTable
          label={title}
          heads={[t('enquiry.step'), t('enquiry.stepDetail'), t('enquiry.amount')]}
          isNamed
          figuresFrom={2}
          rows={[
            ...shown.map(({ key, text, detail, amountFen }) => ({
              key,
              cells: [text, detail || '—', <Money key="amount" fen={amountFen} sign />],
            })),
            { key: 'total', cells: [t('enquiry.total'), '', <Money key="amount" fen={total} sign />] },
          ]}
        />
      </section>
    );
  };
  return (
    <>
      {table('price', t('enquiry.quoteFen'))}
      {table('cost', t('enquiry.costFen'))}
    </>
  );
}
