import { selfServiceActions } from '@claviger/contract/access/self-service'
import { stages } from '@claviger/contract/access/self-service-settings/funnel'
import { PageSettings, type PageSettingsInput } from '@claviger/contract/access/self-service-settings/page-settings'
import * as z from 'zod/mini'
import { pageAt } from '../features/access/self-service-settings/self-service-settings.ts'
import { days, later } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { TransactionContext } from '../platform/app-context.ts'
import { insertMany } from './bulk.ts'
import type { Random } from './random.ts'

const help =
  'Your badge does not work?\n\n- Hold it **flat** on the reader for a second.\n- Call the service desk: **4400**.'

const chosen: PageSettingsInput = {
  services: { enrollment: true, pinRecovery: true },
  fields: { employeeId: true, lastName: true },
  tellDesk: { on: true, email: 'service.desk@northgate.example', after: 3 },
  messages: { en: { help, title: 'Your badge', enrolled: '', recovered: '' } },
}
const name = 'Wards and clinics'
const openDays = 330

export async function insertCardPage(
  ctx: TransactionContext,
  workspace: string,
  owner: string,
  now: Date,
  chance: Random,
): Promise<void> {
  const id = newId()
  const address = (await pageAt(ctx, 'clinic')) ? 'clinic-demo' : 'clinic'
  const settings = JSON.stringify(z.parse(PageSettings, chosen))
  const made = later(now, -days(openDays))
  await insertMany(
    ctx.db,
    'self_service_pages',
    {
      workspace_id: 'uuid',
      id: 'uuid',
      address: 'text',
      name: 'text',
      active: 'boolean',
      opened_at: 'timestamptz',
      settings: 'jsonb',
      version: 'integer',
      changed_at: 'timestamptz',
      changed_by: 'text',
      created_at: 'timestamptz',
    },
    [[workspace, id, address, name, true, made, settings, 1, made, owner, made]],
  )
  await insertMany(
    ctx.db,
    'self_service_page_versions',
    {
      workspace_id: 'uuid',
      page_id: 'uuid',
      version: 'integer',
      name: 'text',
      settings: 'jsonb',
      changed_at: 'timestamptz',
      changed_by: 'text',
    },
    [[workspace, id, 1, name, settings, made, owner]],
  )
  const rows = Array.from({ length: openDays }, (_, ago) => visitsOf(later(now, -days(ago)), chance)).flat()
  await insertMany(
    ctx.db,
    'self_service_counts',
    {
      workspace_id: 'uuid',
      page_id: 'uuid',
      day: 'date',
      stage: 'text',
      action: 'smallint',
      part: 'smallint',
      count: 'integer',
    },
    rows.map(([day, stage, action, count]) => [workspace, id, day, stage, action, 0, count]),
  )
}

/** Arrivals, and per service how far their users came: a few leave before each of two stages. */
function visitsOf(at: Date, chance: Random): [day: string, stage: string, action: number, count: number][] {
  const day = at.toISOString().slice(0, 10)
  const isWeekend = [0, 6].includes(at.getUTCDay())
  const enrolled = isWeekend ? 1 + chance.below(3) : 5 + chance.below(7)
  const recovered = isWeekend ? 1 : 1 + chance.below(3)
  const services = [
    ...furtherStages(enrolled, chance).map(([stage, count]) => [stage, selfServiceActions.enrollment, count] as const),
    ...furtherStages(recovered, chance).map(([stage, count]) => [stage, selfServiceActions.recovery, count] as const),
  ]
  const tapped = services.filter(([stage]) => stage === 'tapped').reduce((sum, [, , count]) => sum + count, 0)
  const arrived = tapped + (chance.below(3) === 0 ? 1 : 0)
  return [
    [day, 'arrived', -1, arrived],
    ...services.map(([stage, action, count]): [string, string, number, number] => [day, stage, action, count]),
  ]
}

function furtherStages(done: number, chance: Random): (readonly [stage: string, count: number])[] {
  const identified = done + (chance.below(3) === 0 ? 1 : 0)
  const tapped = identified + (chance.below(6) === 0 ? 1 : 0)
  const counts = { tapped, identified, verified: done, 'pin-set': done, done }
  return stages.flatMap(stage => (stage === 'arrived' ? [] : [[stage, counts[stage]] as const]))
}
