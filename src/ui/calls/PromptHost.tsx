import { useEffect, useId, useState } from 'react';
import { cancelPrompts, setDialogLoader, usePrompt } from '@/app/calls/prompts';
import { lazyWithRetry } from '@/app/lazyWithRetry';

const loadDialog = () => import('./PromptDialog').then((module) => module.PromptDialog);
const PromptDialog = lazyWithRetry(loadDialog);
setDialogLoader(loadDialog);

const hosts: string[] = [];
const wakers = new Set<() => void>();

/**
 * Renders the current prompt: a question of a running call, a question before a page is left, or the result of an undo. Each form and each
 * dialog renders a host, but only the first host of the page is active.
 */
export function PromptHost() {
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
      // Wait, because the next page may render its own host. If no host is left, cancel the prompts, because no component can answer them.
      setTimeout(() => {
        if (hosts.length === 0) cancelPrompts();
      });
    };
  }, [id]);
  const prompt = usePrompt();
  if (!prompt || hosts[0] !== id) return null;
  return <PromptDialog prompt={prompt} />;
}
