import { departmentPaths } from '../../../contract/staff.departments';
import { PEOPLE, PERSON } from '../../../contract/staff.fields';
import { batchOf, exportSource } from '../../core/export/export';
import { type ExportRow, exportColumns, filterWords } from '../../core/export/resource-export';
import type { ActorContext } from '../../core/http/context';
import { allIdentityOptions } from '../account';
import { stationFilterNames } from '../team';
import { filterOf, type StaffInput } from './filter';
import { rowAnswers } from './people';
import { departments, exportedStaff, type StaffRecord } from './store';

/** Export of head office staff (DOMAIN §3.11): the list's columns and further fields, such as the email address and the remark. */

interface Row extends ExportRow {
  readonly id: number;
  /** The stored row. Its times are not formatted, and its phone is not masked. */
  readonly record: StaffRecord;
  readonly maskedTel: string;
}

const COLUMNS = exportColumns<typeof PERSON, Row>(
  PERSON,
  { tel: { value: ({ maskedTel }) => maskedTel, plain: ({ record }) => record.tel } },
  [
    ...(['no', 'name', 'account', 'tel', 'email', 'departmentId', 'post', 'identityIds', 'dataScopeText'] as const),
    ...([
      'status',
      'need2v',
      'lastLoginAt',
      'lastLoginIp',
      'createdAt',
      'expireAt',
      'handedOverToName',
      'remark',
    ] as const),
  ],
);

/** Reads the names of departments and identities by id. */
async function namesFor(ctx: ActorContext) {
  const [tree, identities] = await Promise.all([departments(ctx.db), allIdentityOptions(ctx.db, ctx.locale)]);
  return { departmentId: departmentPaths(tree), identityIds: new Map(identities.map(({ id, name }) => [id, name])) };
}

export const staffExportSources = [
  exportSource<StaffInput, Row>({
    module: 'rights.staff',
    columns: COLUMNS,
    async words(ctx, input) {
      const { departmentId: paths, identityIds: identities } = await namesFor(ctx);
      return filterWords(ctx, PEOPLE, input, {
        departmentId: (input.departmentId ?? []).map((id) => paths.get(id) ?? String(id)),
        identityId: (input.identityId ?? []).map((id) => identities.get(id) ?? String(id)),
        teamId: await stationFilterNames(ctx, input.teamId ?? []),
      });
    },
    async open(ctx, wish) {
      const filter = await filterOf(ctx, wish.input);
      const names = await namesFor(ctx);
      return {
        count: (most, after) => exportedStaff(ctx.db, filter, wish, after).count(most),
        async batch(after, limit) {
          const people = await exportedStaff(ctx.db, filter, wish, after).batch(limit);
          const shown = await rowAnswers(ctx, people);
          const rows = people.map((person, at): Row => {
            const record = { ...shown[at], ...person };
            return { id: person.id, record, maskedTel: shown[at]?.tel ?? '', ctx, names };
          });
          return batchOf(rows, limit);
        },
      };
    },
  }),
];
