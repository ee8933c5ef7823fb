import { ADDRESS_SEPARATOR, type Answers, type FormField, isSealed, scoreOf } from '../../../contract/franchiseForm';
import type { SecretBox } from '../../core/platforms/ports';
import { placeOf } from '../region';

/** Splits answers into those that are stored in plain text, those that are encrypted, and the columns of the list. */

export type Place = NonNullable<ReturnType<typeof placeOf>>;
interface Given {
  readonly fields: readonly FormField[];
  readonly answers: Answers;
}

const ofKind = (fields: readonly FormField[], kinds: readonly FormField['kind'][]) =>
  fields.filter(({ kind }) => kinds.includes(kind));

/** Returns the wanted region: the first answer of kind region, else the region of a postal address. Encrypted answers are ignored. */
function placeIn({ fields: all, answers }: Given): Place | null {
  const fields = all.filter((field) => !isSealed(field));
  const [code = ''] = [...ofKind(fields, ['region']), ...ofKind(fields, ['address'])]
    .map(({ key }) => (answers[key] ?? '').split(ADDRESS_SEPARATOR)[0] ?? '')
    .filter(Boolean);
  return placeOf(code) ?? null;
}

/** Computes the keyed hash that finds equal id numbers without decrypting them. */
export const idMarkOf = (secrets: Pick<SecretBox, 'digest'>, idCard: string): string =>
  secrets.digest(`franchise.id.${idCard}`);

/** Returns the database columns of the wanted region. */
export const placeColumns = (place: Place | null) => ({
  region: place?.text ?? '',
  province_code: place?.province ?? null,
  city_code: place?.city ?? null,
  district_code: place?.district ?? null,
});

export function partsOf(given: Given, secrets: Pick<SecretBox, 'digest'>) {
  const { fields, answers } = given;
  const place = placeIn(given);
  const hidden = fields.filter((field) => isSealed(field) && answers[field.key] !== undefined);
  const open: Answers = Object.fromEntries(
    Object.entries(answers).filter(([answered]) => !hidden.some((field) => field.key === answered)),
  );
  const [card] = ofKind(fields, ['idCard']).flatMap((field) => answers[field.key] ?? []);
  const budget = fields.find(
    (field) => field.key === 'budget' && (field.kind === 'select' || field.kind === 'radio') && !isSealed(field),
  );
  return {
    hidden,
    open,
    place,
    budget: (budget && answers.budget) ?? null,
    /** Keyed hash of the id number. `null` means that the applicant gave no id number. */
    idMark: card ? idMarkOf(secrets, card) : null,
    score: scoreOf(open, place !== null),
  };
}
