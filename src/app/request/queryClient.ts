import { QueryClient, timeoutManager } from '@tanstack/react-query';
import { onSessionEnd } from '../session/onSessionEnd';
import { sharedTimers } from '../timers';

// Before the first query there is: one provider cannot clear what another one set.
timeoutManager.setTimeoutProvider(sharedTimers());

/** What the server said, kept for the pages of one session. Query keys: `[address, input]`. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 15_000, gcTime: 300_000 } },
});

onSessionEnd(() => queryClient.clear());
