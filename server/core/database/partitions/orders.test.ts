import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idAt } from '../../ids';
import { connect } from '../connect';
import { type TestDatabase, tamper } from '../testing';
import { isPartitioned, maintainPartitions } from '.';
import { countOf, ids, NOW, ROWS, withCopy } from './testing';

/** These tests use orders from several months. Order numbers are unique per station over all months (docs/decisions/0080). */

const COLUMNS = `id, team_id, order_no, app_user_id, type, source, status, goods_fen, delivery_fen, paid_fen, distance_m, lng, lat, paid_at,
  promised_at`;
const FACTS = `1, 'food', 'app', 'paid', 1, 1, 2, 5, 1, 1, now(), now()`;

const order = ({ pool }: Pick<TestDatabase, 'pool'>, id: number, no: string, teamId = 7) =>
  pool.query(`insert into customer_order (${COLUMNS}) values ($1, $2, $3, ${FACTS})`, [id, teamId, no]);

/** Finds keys that orders lack, and keys that belong to no order. */
async function wrongKeys({ pool }: Pick<TestDatabase, 'pool'>) {
  const { rows } = await pool.query(
    `with needed as (select order_no, team_id, id from customer_order), kept as (select order_no, team_id, order_id from order_key)
     (table needed except table kept) union all (table kept except table needed)`,
  );
  return rows;
}

/** Finds an order in the three ways that the intake, the detail pages and the food losses use. */
async function find({ pool }: Pick<TestDatabase, 'pool'>, no: string, teamId: number): Promise<(number | undefined)[]> {
  const keys = JSON.stringify([{ teamId, orderNo: no }]);
  const { rows: many } = await pool.query<{ id: number }>('select order_id as id from order_ids($1::json)', [keys]);
  const { rows: one } = await pool.query<{ id: number | null }>('select order_id($1, $2) as id', [teamId, no]);
  const { rows: newest } = await pool.query<{ id: number }>('select order_id as id from newest_order($1)', [no]);
  return [many[0]?.id, one[0]?.id ?? undefined, newest[0]?.id];
}

const april = (): number => idAt(new Date('2026-04-09T00:00:00Z')) + (ids.next() % 4096);
const step = Math.floor(idAt(NOW) / ROWS);

test('an order is found by its number before, during and after partitioning, by station only at its own station', async () => {
  await withCopy(async (database) => {
    const [older, newer] = [step * 5, ids.next()];
    await order(database, newer, 'NEW1');
    const assertFound = async () => {
      assert.deepEqual(await find(database, `N${older}`, 7), [older, older, older]);
      assert.deepEqual(await find(database, 'NEW1', 7), [newer, newer, newer]);
      assert.deepEqual(await find(database, `N${older}`, 8), [undefined, undefined, older]);
      assert.deepEqual(await find(database, 'NONE', 7), [undefined, undefined, undefined]);
    };
    await assertFound();
    await database.pool.query(
      `update key_fill set last_read = fill_order_key('{}', 500) where table_name = 'customer_order'`,
    );
    assert.equal(await countOf(database, 'order_key'), 501);
    await assertFound();
    await maintainPartitions(database.db, NOW);
    assert.equal(await isPartitioned(database.db, 'customer_order'), true);
    await assertFound();
    assert.deepEqual(await wrongKeys(database), []);
  });
});

test('an order number is refused in each later month of its station, and an upserted order keeps its key', async () => {
  await withCopy(async (database) => {
    const again = (id: number, no: string) =>
      database.pool.query(
        `insert into customer_order (${COLUMNS}) values ($1, 7, $2, ${FACTS}) on conflict (team_id, id) do update set status = 'accepted'`,
        [id, no],
      );
    const known = `N${step}`;
    for (const isChanged of [false, true]) {
      if (isChanged) await maintainPartitions(database.db, NOW);
      await assert.rejects(order(database, april(), known), { code: '23505' });
      await order(database, april(), known, isChanged ? 8 : 9);
      await again(step, known);
      await assert.rejects(again(april(), known), { code: '23505' });
    }
    const { rows } = await database.pool.query(
      'select status from customer_order where team_id = 7 and order_no = $1',
      [known],
    );
    assert.deepEqual(rows, [{ status: 'accepted' }]);
    await database.pool.query('delete from customer_order where team_id = 7 and order_no = $1', [known]);
    await order(database, april(), known);
    assert.deepEqual(await wrongKeys(database), []);
  });
});

test('the keys are complete after partitioning while other connections add orders, and no order is lost', async () => {
  await withCopy(async (database) => {
    // There are more old orders than one step handles, at several stations. No trigger has processed them.
    await tamper(
      database,
      `insert into customer_order (${COLUMNS}) select id, id % 30, 'OLD' || id, ${FACTS} from generate_series(1, 24000) id`,
    );
    const own = connect(database.url, { max: 4 });
    let isOver = false;
    let written = 0;
    const change = maintainPartitions(database.db, NOW).finally(() => {
      isOver = true;
    });
    const writer = async (teamId: number) => {
      while (!isOver) {
        const id = ids.next();
        await order(own, id, `W${id}`, teamId);
        written += 1;
        const [found] = await find(own, `W${id}`, teamId);
        assert.equal(found, id);
        const old = (written * 7) % 24_000 || 1;
        assert.deepEqual((await find(own, `OLD${old}`, old % 30)).slice(0, 2), [old, old]);
      }
    };
    await Promise.all([change, writer(3), writer(40)]);
    await own.close();
    assert.ok(written > 0);
    assert.equal(await isPartitioned(database.db, 'customer_order'), true);
    assert.equal(await countOf(database, 'customer_order'), ROWS + 24_000 + written);
    assert.deepEqual(await wrongKeys(database), []);
  });
});
