import type { Data } from '@contract/index';
import type { Entry, KeptAnswer } from '@/features/inspection/queue';

export type Detail = Data<'safety.Site/getInspection'>;
export type Item = Detail['items'][number];

/** An item with its answer. An answer that is stored on this device but not sent yet replaces the server's answer. */
export interface LocalItem extends Item {
  readonly waiting: KeptAnswer | null;
}

export function localItems(items: readonly Item[], entries: readonly Entry[]): readonly LocalItem[] {
  return items.map((item) => {
    const waiting = entries.findLast(
      (entry): entry is KeptAnswer => entry.kind === 'answer' && entry.input.itemKey === item.key,
    );
    if (!waiting) return { ...item, waiting: null };
    const { result, lost, remark } = waiting.input;
    return { ...item, result, lost, remark, waiting };
  });
}
