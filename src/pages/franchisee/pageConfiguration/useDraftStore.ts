import type { PageContent } from '@contract/franchisePage.content';
import type { Data } from '@contract/index';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useLeaveGuard } from '@/ui/EntityForm/useLeaveGuard';

type Draft = Data<'franchise.Page/getDraft'>;

export interface DraftStore {
  readonly content: PageContent;
  readonly dirty: boolean;
  /** Revision of the draft on the server; 0 if there is none. */
  readonly revision: number;
  change(content: PageContent): void;
  /** Marks the sent content as stored. */
  saved(sent: PageContent, revision: number): void;
}

/** The edited content, separate from the server's draft. Leaving the page with changes asks for confirmation. */
export function useDraftStore(draft: Draft): DraftStore {
  const [{ initial, watch }] = useState(() => ({
    initial: draft.content as PageContent,
    watch: { listeners: new Set<() => void>(), isDirty: false },
  }));
  const [content, setContent] = useState(initial);
  const [base, setBase] = useState(initial);
  const [revision, setRevision] = useState(draft.revision);
  const guard = useMemo(
    () => ({
      subscribe: (listener: () => void) => {
        watch.listeners.add(listener);
        return () => watch.listeners.delete(listener);
      },
      dirty: () => watch.isDirty,
    }),
    [watch],
  );
  const dirty = useSyncExternalStore(guard.subscribe, guard.dirty);
  useLeaveGuard(guard as never, true);
  const mark = (isDirty: boolean) => {
    watch.isDirty = isDirty;
    for (const listener of watch.listeners) listener();
  };
  return {
    content,
    dirty,
    revision,
    change: (next) => {
      setContent(next);
      mark(next !== base);
    },
    saved: (sent, next) => {
      setBase(sent);
      setRevision(next);
      setContent((now) => {
        mark(now !== sent);
        return now;
      });
    },
  };
}
