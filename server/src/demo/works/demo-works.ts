import { later } from '#platform/clock.ts'
import { insertMany } from '../bulk.ts'
import type { DemoArea } from '../demo-area.ts'

/** A finished long-running job, or one that needs an approval. */
export interface DemoWork {
  id: string
  kind: string
  name?: string
  waits?: boolean
  parameters: object
  actor: { id: string | null; name: string }
  at: Date
  rows: readonly {
    subject: string
    named?: string
    facts?: object
    outcome: string | null
    reason?: string
    was?: object
  }[]
}

const lastsMilliseconds = 30_000

export async function insertDemoWorks(
  { ctx, workspace }: Pick<DemoArea, 'ctx' | 'workspace'>,
  works: readonly DemoWork[],
): Promise<void> {
  await insertMany(
    ctx.db,
    'works',
    {
      workspace_id: 'uuid',
      id: 'uuid',
      kind: 'text',
      state: 'text',
      parameters: 'jsonb',
      name: 'text',
      total: 'integer',
      processed: 'integer',
      last_row: 'integer',
      counts: 'jsonb',
      actor_id: 'uuid',
      actor_name: 'text',
      created_at: 'timestamptz',
      started_at: 'timestamptz',
      finished_at: 'timestamptz',
    },
    works.map(({ id, kind, name, waits = false, parameters, actor, at, rows }) => {
      const processed = waits ? 0 : rows.length
      return [
        workspace,
        id,
        kind,
        waits ? 'reviewed' : 'done',
        JSON.stringify(parameters),
        name,
        rows.length,
        processed,
        processed,
        JSON.stringify(waits ? {} : { done: processed }),
        actor.id,
        actor.name,
        at,
        waits ? null : at,
        waits ? null : later(at, lastsMilliseconds),
      ]
    }),
  )
  await insertMany(
    ctx.db,
    'work_rows',
    {
      workspace_id: 'uuid',
      work_id: 'uuid',
      row: 'integer',
      subject: 'uuid',
      named: 'text',
      facts: 'jsonb',
      outcome: 'text',
      reason: 'text',
      was: 'jsonb',
      acted_at: 'timestamptz',
    },
    works.flatMap(({ id, at, rows }) =>
      rows.map(({ subject, named, facts = {}, outcome, reason, was }, place) => [
        workspace,
        id,
        place + 1,
        subject,
        named,
        JSON.stringify(facts),
        outcome,
        reason,
        was && JSON.stringify(was),
        outcome && at,
      ]),
    ),
  )
}
