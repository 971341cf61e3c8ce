// Every call of partners on every workspace that is not of their customers, and every change of super administrators by
// each of their permissions.
import { superPermissions } from '@claviger/contract/platform/permissions'
import { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { describe, expect, test } from 'vitest'
import { features } from '../../src/features.ts'
import { sampleInput } from '../api/sample.ts'
import { startTestApp } from '../app/test-app.ts'

const { as, given, world } = await startTestApp({ BILLING: 'on' })
const named = features.map(({ endpoint }) => [`${endpoint.feature}.${endpoint.call}`, endpoint] as const)
const unknownId = '01890000-0000-7000-8000-000000000000'
const session = async (person: { id: string; workspace: string }) => as((await given.session(person)).accessToken)
const numbers = { count: 1, licenses: 0, keyLimit: 1, size: 1 }

await (await session(given.superAdmin)).tell(workspaceGovernance.type, { id: given.ownerElsewhere.workspace, type: 3 })

describe('R174: a partner', async () => {
  const ofPartners = named.filter(([, { may }]) => may.startsWith('partner.'))
  const caller = await session(given.ownerElsewhere)
  test.each(ofPartners.filter(([, { path }]) => path.includes('{id}')))(
    'finds no workspace of others by %s',
    async (_, call) => {
      for (const id of [given.owner.workspace, given.superAdmin.workspace, given.individual.workspace, unknownId])
        expect((await caller.ask(call, { ...sampleInput(call, id), ...numbers, id })).status).toBe(404)
    },
  )
  test.each(ofPartners)('alone makes the call %s', async (_, call) => {
    for (const person of [given.owner, given.superAdmin])
      expect((await (await session(person)).ask(call, { ...sampleInput(call, unknownId), ...numbers })).status).toBe(
        403,
      )
  })
})

describe('a super administrator', async () => {
  const changing = named.filter(([, { may, changes }]) => may.startsWith('super.') && changes)
  await world.superPool.query('update super_administrators set permissions = $1', [[superPermissions.deleteWorkspaces]])
  const caller = await session(given.superAdmin)
  test.each(changing)('with permission 2 only is refused %s, unless it deletes', async (_, call) => {
    const { status } = await caller.ask(call, { ...sampleInput(call, unknownId), ...numbers, id: unknownId })
    if (call.may === 'super.delete') expect([404, 422]).toContain(status)
    else expect([403, 422]).toContain(status)
  })
})
