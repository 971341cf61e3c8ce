import { hash } from 'node:crypto'
import type { PageSettingsInput } from '@claviger/contract/access/self-service-settings/page-settings'
import { selfService } from '@claviger/contract/access/self-service'
import { newId } from '../../src/platform/ids.ts'
import { transact } from '../../src/platform/db/transaction.ts'
import type { Caller, TestApp } from '../app/test-app.ts'

export interface Visitor extends Caller {
  readonly session: string
}

let pages = 0

export async function addPage(
  house: TestApp,
  settings: PageSettingsInput = {},
  workspace = house.given.owner.workspace,
) {
  const address = `page-${pages++}`
  const now = house.clock.now()
  const from = {
    actor: { kind: 'nobody' },
    request: { id: 'test', ip: '127.0.0.1', userAgent: '' },
    workspace,
  } as const
  await transact(house.world, from, ctx =>
    ctx.db
      .insertInto('self_service_pages')
      .values({
        workspace_id: workspace,
        id: newId(),
        address,
        name: `Badges ${address}`,
        active: true,
        opened_at: now,
        settings: JSON.stringify(settings),
        version: 1,
        changed_at: now,
        changed_by: 'Ada Byron',
        created_at: now,
      })
      .execute(),
  )
  return address
}

export async function visitPage(house: TestApp, page: string): Promise<Visitor> {
  const { session } = await house.as(undefined).tell(selfService.challenge, {})
  const visitor = house.as(session)
  await visitor.tell(selfService.config, { id: page })
  return { ...visitor, session }
}

export async function tapAt(house: TestApp, page: string, cardId: string, type: 0 | 1 = 0): Promise<Visitor> {
  const visitor = await visitPage(house, page)
  await visitor.tell(selfService.start, { type })
  await visitor.tell(selfService.lookup, { id: page, cardId, type: 'card' })
  return visitor
}

export function workOut({ salt, bits }: { salt: string; bits: number }): string {
  for (let n = 0; ; n++) {
    const first = hash('sha256', `${salt}${n}`, 'buffer').readUInt32BE()
    if (first >>> (32 - bits) === 0) return String(n)
  }
}

export function pageHelpers({ world }: TestApp) {
  return {
    async change(page: string, to: { active?: boolean; settings?: PageSettingsInput }) {
      await world.superPool.query(
        'update self_service_pages set active = coalesce($2, active), settings = settings || $3 where address = $1',
        [page, to.active ?? null, JSON.stringify(to.settings ?? {})],
      )
    },
    async forgetTries() {
      await world.superPool.query('delete from self_service_tries')
    },
    async readCounts(page: string): Promise<string[]> {
      const { rows } = await world.superPool.query<{ stage: string; action: number; count: number }>(
        `select stage, action, sum(count) as count from self_service_counts c join self_service_pages p on p.id = c.page_id
          where p.address = $1 group by stage, action order by stage`,
        [page],
      )
      return rows.map(row => `${row.stage} ${row.action}${row.count > 1 ? ` × ${row.count}` : ''}`)
    },
  }
}

export async function confirmedAt(house: TestApp, page: string, cardId: string, userId: string, type: 0 | 1 = 0) {
  const visitor = await tapAt(house, page, cardId, type)
  await visitor.tell(selfService.token, { userId })
  await visitor.tell(selfService.verify, {})
  return visitor
}
