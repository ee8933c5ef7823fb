import type { Kysely } from 'kysely';
import { type RotationResult, resealColumn, type SealedColumn, sumResults } from './core/access/rotation';
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

/** The encrypted columns, without `secret_value`. */
const COLUMNS: readonly SealedColumn[] = [
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
];
export const SEALED_COLUMNS: readonly SealedColumn[] = [...COLUMNS, secretColumn];

/** Maximum number of passes over the columns. A second pass is usual, further ones only if the server copies values at this moment. */
const MAX_PASSES = 10;

/**
 * Finds all stored secrets and files that an earlier key encrypted, and encrypts them with the current key. The server may run, and the
 * call can be repeated after an interruption. Values that cannot be decrypted are reported and stay as they are.
 */
export async function rotateSecrets(tools: {
  readonly db: Kysely<Database>;
  readonly files: FilePort;
  readonly secrets: SecretBox;
}): Promise<{ readonly values: RotationResult; readonly files: RotationResult }> {
  const files = await resealContents(tools);
  let resealed = 0;
  for (let pass = 1; ; pass += 1) {
    const parts: RotationResult[] = [];
    for (const column of COLUMNS) parts.push(await resealColumn(tools, column));
    const values = sumResults(parts);
    resealed += values.resealed;
    // The server copies encrypted values between columns, so a value may reach a column that this pass has already read.
    if (values.resealed > 0 && pass < MAX_PASSES) continue;
    // The last table, because servers and backups read from it which keys the database needs.
    const settings = await resealColumn(tools, secretColumn);
    const unfinished = values.resealed > 0 ? ['values were written with an earlier key meanwhile'] : [];
    const all = sumResults([values, settings]);
    return {
      values: { ...all, resealed: resealed + settings.resealed, faults: [...all.faults, ...unfinished] },
      files,
    };
  }
}
