import type { Kysely } from 'kysely';
import { type Rotated, resealColumn, type SealedColumn, sumOf } from './core/access/rotation';
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

/** Maximum number of passes over all columns. */
const PASSES = 10;

/**
 * Finds all stored secrets and files that an earlier key encrypted, and encrypts them with the current key. The server may run, and the
 * call can be repeated after an interruption. Values that cannot be decrypted are reported and stay as they are.
 */
export async function rotateSecrets(tools: {
  readonly db: Kysely<Database>;
  readonly files: FilePort;
  readonly secrets: SecretBox;
}): Promise<{ readonly values: Rotated; readonly files: Rotated }> {
  const files = await resealContents(tools);
  let resealed = 0;
  for (let pass = 1; ; pass += 1) {
    const parts: Rotated[] = [];
    for (const column of SEALED_COLUMNS) parts.push(await resealColumn(tools, column));
    const values = sumOf(parts);
    resealed += values.resealed;
    // The server copies encrypted values between columns, so a value may reach a column that this pass has already read.
    if (values.resealed === 0 || pass === PASSES) return { values: { ...values, resealed }, files };
  }
}
