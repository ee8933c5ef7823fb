import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { usePrompt } from './prompts';

const PromptDialog = lazy(() => import('./PromptDialog').then((module) => ({ default: module.PromptDialog })));

const hosts: string[] = [];
const wakers = new Set<() => void>();

/** Draws the questions of running calls. Every part that makes calls renders one; only the first of a page draws. */
export function CallHost() {
  const id = useId();
  const [, wake] = useState(0);
  useEffect(() => {
    const waker = () => wake((count) => count + 1);
    hosts.push(id);
    wakers.add(waker);
    waker();
    return () => {
      hosts.splice(hosts.indexOf(id), 1);
      wakers.delete(waker);
      for (const other of [...wakers]) other();
    };
  }, [id]);
  const prompt = usePrompt();
  if (!prompt || hosts[0] !== id) return null;
  return (
    <Suspense fallback={null}>
      <PromptDialog prompt={prompt} />
    </Suspense>
  );
}
