import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import ts from 'typescript';
import { createTestDatabase, type TestDatabase } from './testing';

/** Pattern of the TypeScript type that a query returns, by the column's PostgreSQL type. */
const READ_AS: Readonly<Record<string, RegExp>> = {
  bigint: /^number$/,
  integer: /^number$/,
  smallint: /^number$/,
  numeric: /^number$/,
  'double precision': /^number$/,
  boolean: /^boolean$/,
  bytea: /^object$/,
  'timestamp with time zone': /^Date$/,
  date: /^string$/,
  text: /^string$/,
  'character varying': /^string$/,
  character: /^string$/,
  uuid: /^string$/,
  jsonb: /./,
  ARRAY: /^object$/,
};

interface Column {
  readonly kind: string;
  readonly nullable: boolean;
}

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

test('the tables that the migrations create match the schema, column by column', async () => {
  const { rows } = await database.pool.query<{
    table: string;
    column: string;
    type: string;
    nullable: boolean;
    isView: boolean;
  }>(
    `select c.table_name as table, c.column_name as column, c.data_type as type, c.is_nullable = 'YES' as nullable,
       relkind = 'v' as "isView"
     from information_schema.columns c
     join pg_class on pg_class.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
     where c.table_schema = 'public' and not relispartition and c.table_name not like 'kysely\\_%'
     order by 1, 2`,
  );
  const declared = declaredColumns();
  const wrong: string[] = [];
  for (const { table, column, type, nullable, isView } of rows) {
    const name = `${table}.${column}`;
    const found = declared.get(name);
    declared.delete(name);
    if (!found) wrong.push(`${name} is not in the schema`);
    else if (!READ_AS[type]?.test(found.kind)) wrong.push(`${name} is ${type}, the schema says ${found.kind}`);
    else if (type !== 'jsonb' && !isView && found.nullable !== nullable) {
      wrong.push(`${name} is ${nullable ? '' : 'not '}nullable, the schema says the opposite`);
    }
  }
  for (const name of declared.keys()) wrong.push(`${name} is in the schema, and no migration makes it`);
  assert.deepEqual(wrong, []);
});

test('docs/growth.md lists each table once; tables listed as ready have the station in their primary key', async () => {
  const { rows } = await database.pool.query<{ name: string; key: string[] }>(
    `select c.relname as name, array(
       select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
       where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely\\_%' order by 1`,
  );
  const text = readFileSync('docs/growth.md', 'utf8');
  const groups = text.slice(text.indexOf('## Where'), text.indexOf('## Calls')).split(/^\*\*/m).slice(1);
  const listed = groups.map((group) =>
    [...group.slice(group.indexOf('\n')).matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  assert.deepEqual(
    listed.flat().sort(),
    rows.map(({ name }) => name),
  );
  const ready = rows.filter(({ name }) => listed[0]?.includes(name));
  assert.deepEqual(
    ready.filter(({ key }) => !key.includes('team_id')),
    [],
  );
});

/** Reads the select types of the columns from the `Database` type, by `table.column`. */
function declaredColumns(): Map<string, Column> {
  const file = 'server/core/database/schema.ts';
  const program = ts.createProgram([file], {
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  assert.ok(source);
  const schema = source.statements.find((line) => ts.isInterfaceDeclaration(line) && line.name.text === 'Database');
  assert.ok(schema);
  const columns = new Map<string, Column>();
  for (const table of checker.getTypeAtLocation(schema).getProperties()) {
    for (const column of checker.getTypeOfSymbolAtLocation(table, schema).getProperties()) {
      const type = checker.getTypeOfSymbolAtLocation(column, schema);
      const select = type.getProperty('__select__');
      const read = select ? checker.getTypeOfSymbolAtLocation(select, schema) : type;
      columns.set(`${table.name}.${column.name}`, describe(checker, read));
    }
  }
  return columns;
}

function describe(checker: ts.TypeChecker, type: ts.Type): Column {
  const bare = checker.getNonNullableType(type);
  const first = bare.isUnion() ? bare.types[0] : bare;
  const flags = first?.flags ?? 0;
  let kind = 'object';
  if (flags & ts.TypeFlags.StringLike) kind = 'string';
  else if (flags & ts.TypeFlags.NumberLike) kind = 'number';
  else if (flags & ts.TypeFlags.BooleanLike) kind = 'boolean';
  else if (first?.symbol?.name === 'Date') kind = 'Date';
  return { kind, nullable: bare !== type };
}
