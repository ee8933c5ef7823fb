import type { Kysely } from 'kysely';
import { type Rotated, resealColumn, type SealedColumn } from './core/access/rotation';
import { secretColumn } from './core/access/secrets';
import type { Database } from './core/database/schema';
import { clientColumn } from './core/http/signed';
import type { FilePort, SecretBox } from './core/platforms/ports';
import { tokenColumn } from './core/platforms/tokens';
import { fileNameColumn, resealContents } from './modules/file';
import { applicantColumn } from './modules/franchise';
import { franchiseeColumn } from './modules/franchisee';
import { shopColumn } from './modules/hourToReach';
import { insurerColumn } from './modules/insurance';
import { codeTaskColumn } from './modules/miniCode';
import { riderColumn } from './modules/people';
import { identityColumns } from './modules/riderIdentity';
import { payeeColumn } from './modules/withdraw';

/** All encrypted columns of the database. `secret_value` is the last, because its keys are checked when a server starts. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  applicantColumn,
  clientColumn,
  codeTaskColumn,
  fileNameColumn,
  franchiseeColumn,
  ...identityColumns,
  insurerColumn,
  payeeColumn,
  riderColumn,
  shopColumn,
  tokenColumn,
  secretColumn,
];

/**
 * Encrypts all stored secrets and files with the current key that an earlier key encrypted. The server may run, and the call can be repeated
 * after an interruption.
 *
 * @throws StartupError when a value cannot be decrypted
 */
export async function rotateSecrets(tools: {
  readonly db: Kysely<Database>;
  readonly files: FilePort;
  readonly secrets: SecretBox;
}): Promise<{ readonly values: Rotated; readonly files: Rotated }> {
  const files = await resealContents(tools);
  let values: Rotated = { checked: 0, resealed: 0 };
  for (const column of SEALED_COLUMNS) {
    const { checked, resealed } = await resealColumn(tools, column);
    values = { checked: values.checked + checked, resealed: values.resealed + resealed };
  }
  return { values, files };
}
