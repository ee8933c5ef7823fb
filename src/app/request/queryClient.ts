import { QueryClient, timeoutManager } from '@tanstack/react-query';
import { onSessionEnd } from '../session/onSessionEnd';
import { sharedTimers } from '../timers';

// Set the timeout provider before the first query, because a provider cannot clear a timer that another provider set.
timeoutManager.setTimeoutProvider(sharedTimers());

/** Cache of server answers for the pages of one session. A query key is `[address, input]`. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 15_000, gcTime: 300_000 } },
});

onSessionEnd(() => queryClient.clear());
