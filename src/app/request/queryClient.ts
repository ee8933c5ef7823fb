import { QueryClient, timeoutManager } from '@tanstack/react-query';
import { onSessionEnd } from '../session/onSessionEnd';
import { sharedTimers } from '../timers';

// Must run before the first query: a provider cannot clear a timer that another provider set.
timeoutManager.setTimeoutProvider(sharedTimers());

/** Answers of the server, cached for the pages of one session. Query keys: `[address, input]`. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 15_000, gcTime: 300_000 } },
});

onSessionEnd(() => queryClient.clear());
