import { sql } from 'kysely';
import { startConsole } from '../support/console';

async function main() {
  const server = await startConsole({ seed: (process.argv[2] ?? 'small') as 'small', still: true });
  try {
    console.log(server.said().slice(-1500));
    await server.query(async (db) => {
      for (const q of [
        `select state, count(*) from withdraw_apply group by 1`,
        `select state, count(*) from recon_batch group by 1`,
        `select state, type, count(*) from recon_item group by 1,2`,
        `select state, count(*) from statement group by 1`,
        `select status, count(*) from cost_rule group by 1`,
      ])
        console.log(
          q,
          JSON.stringify(
            (
              await sql
                .raw(q)
                .execute(db)
                .catch((e) => ({ rows: [String(e)] }))
            ).rows,
          ),
        );
    });
  } finally {
    await server.stop();
  }
}
void main();
