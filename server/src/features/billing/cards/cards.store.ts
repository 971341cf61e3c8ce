import type { Insertable, Selectable, Updateable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type CardRow = Selectable<Tables['payment_cards']>

export async function cardsOf(db: Db): Promise<CardRow[]> {
  const { rows } = await run<CardRow>(
    db,
    `select * from payment_cards where workspace_id = current_workspace() order by is_default desc, created_at, id`,
    [],
  )
  return rows
}

/** The cards of the workspace, locked until the transaction ends. */
export async function lockWorkspaceCards(db: Db): Promise<CardRow[]> {
  await run(db, "select pg_advisory_xact_lock(hashtextextended('cards ' || current_workspace(), 0))", [])
  return cardsOf(db)
}

export const insertCard = (db: Db, row: Insertable<Tables['payment_cards']>): Promise<CardRow> =>
  db.insertInto('payment_cards').values(row).returningAll().executeTakeFirstOrThrow()

export async function dropDefault(db: Db): Promise<void> {
  await run(
    db,
    'update payment_cards set is_default = false where workspace_id = current_workspace() and is_default',
    [],
  )
}

export const updateCardRow = (db: Db, workspace: string, id: string, to: Updateable<Tables['payment_cards']>) =>
  db
    .updateTable('payment_cards')
    .set(to)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteCard(db: Db, id: string): Promise<void> {
  await run(db, 'delete from payment_cards where workspace_id = current_workspace() and id = $1::uuid', [id])
}

/** The workspace as customer of the payment service; `reference` is null before the first card. */
export async function findCardCustomer(db: Db): Promise<{ name: string; reference: string | null } | undefined> {
  const { rows } = await run<{ name: string; reference: string | null }>(
    db,
    `select w.name, c.reference from workspaces w left join payment_customers c on c.workspace_id = w.id
     where w.id = current_workspace()`,
    [],
  )
  return rows[0]
}

export async function putCustomer(db: Db, workspace: string, reference: string): Promise<void> {
  await run(
    db,
    `insert into payment_customers (workspace_id, reference) values ($1::uuid, $2) on conflict do nothing`,
    [workspace, reference],
  )
}
