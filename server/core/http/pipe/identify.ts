import { UNATTENDED_HEADER } from '../../../../contract/limits';
import { refuse } from '../refusal';
import { type Call, header, type PipeDeps } from './call';

type Tools = Pick<PipeDeps, 'sessions' | 'signedClient'>;

/** Step 2: reads the session. A public endpoint also works without a session. */
export async function identifyPerson({ sessions }: Tools, call: Call): Promise<Call> {
  const { incoming } = call;
  const token = header(incoming, 'authorization');
  const isBackground = header(incoming, UNATTENDED_HEADER.toLowerCase()) !== undefined;
  const session = await sessions.read(token, header(incoming, 'user-agent') ?? '', incoming.ip, isBackground);
  return { ...call, session };
}

/** Step 2 for a request of another server: checks the signature. */
export async function identifyClient({ signedClient }: Tools, call: Call): Promise<Call> {
  const { incoming, bound } = call;
  return { ...call, client: incoming.client ?? (await signedClient(incoming, bound.address)) };
}

/** Checks session and IP address. @throws Refusal 401 no session · 40301 the site settings do not allow this IP address */
export async function assertKnown({ addressAllowed }: Pick<PipeDeps, 'addressAllowed'>, call: Call): Promise<void> {
  if (call.bound.endpoint.access !== 'public' && call.session === null) throw refuse(401);
  if (!(await addressAllowed(call.incoming.ip))) throw refuse(40301);
}
