import type { Data } from '@contract/index';
import { lazy, Suspense } from 'react';

const PasswordDialog = lazy(() => import('./PasswordDialog').then((module) => ({ default: module.PasswordDialog })));
const PhoneDialog = lazy(() => import('./PhoneDialog').then((module) => ({ default: module.PhoneDialog })));
const TotpDialog = lazy(() => import('./TotpDialog').then((module) => ({ default: module.TotpDialog })));
const PasskeyDialog = lazy(() => import('./PasskeyDialog').then((module) => ({ default: module.PasskeyDialog })));
const RecoveryCodes = lazy(() => import('./RecoveryCodes').then((module) => ({ default: module.RecoveryCodes })));

/** The open dialog of the security tab, with its initial data. */
export type OpenDialog =
  | { readonly kind: 'password' | 'phone' | 'passkey' }
  | { readonly kind: 'totp'; readonly started: Data<'dashboard.Account/startTotp'> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

interface SecurityDialogProps {
  readonly open: OpenDialog | null;
  readonly maskedTel: string;
  readonly onClose: () => void;
  /** Called after the request of the dialog has succeeded. `codes` are the recovery codes that the server creates with the first factor. */
  readonly onDone: (codes?: readonly string[]) => void;
}

/** Renders the open dialog of the Security tab. The code of a dialog is loaded when the dialog opens. */
export function SecurityDialog({ open, maskedTel, onClose, onDone }: SecurityDialogProps) {
  return (
    <Suspense fallback={null}>
      {open?.kind === 'password' ? <PasswordDialog onClose={onClose} onDone={() => onDone()} /> : null}
      {open?.kind === 'phone' ? <PhoneDialog maskedTel={maskedTel} onClose={onClose} onDone={() => onDone()} /> : null}
      {open?.kind === 'passkey' ? <PasskeyDialog onClose={onClose} onDone={onDone} /> : null}
      {open?.kind === 'totp' ? <TotpDialog started={open.started} onClose={onClose} onDone={onDone} /> : null}
      {open?.kind === 'codes' ? <RecoveryCodes codes={open.codes} onClose={onClose} /> : null}
    </Suspense>
  );
}
