// Tries every call of partners on workspaces of other customers, and every change of super administrators with
// each of their permissions.
import { selfServiceOfWorkspaces } from '@claviger/contract/access/self-service-settings/self-service-of-workspaces'
import { workspaceEndings as endings } from '@claviger/contract/access/workspace-deletion.others'
import { supportAccess } from '@claviger/contract/access/support-access'
import { lookUps } from '@claviger/contract/governance/look-ups'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { superPermissions } from '@claviger/contract/platform/permissions'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { secondPerson } from '@claviger/contract/tenancy/second-person'
import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
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
    'finds no foreign workspace by %s',
    async (_, call) => {
      for (const id of [given.owner.workspace, given.superAdmin.workspace, given.individual.workspace, unknownId])
        expect((await caller.ask(call, { ...sampleInput(call, id), ...numbers, id })).status).toBe(404)
    },
  )
  test.each(ofPartners)('is the only role that can call %s', async (_, call) => {
    for (const person of [given.owner, given.superAdmin])
      expect((await (await session(person)).ask(call, { ...sampleInput(call, unknownId), ...numbers })).status).toBe(
        403,
      )
  })
})

describe('a super administrator', async () => {
  const grant = (permissions: number[]) =>
    world.superPool.query('update super_administrators set permissions = $1', [permissions])

  test('finds nothing of one workspace under the ID of another', async () => {
    await grant([superPermissions.all])
    const [north, south] = [given.owner.workspace, given.ownerElsewhere.workspace]
    const sue = await session(given.superAdmin)
    const domain = await (await session(given.ownerElsewhere)).tell(trustDomains.create, { domain: 'south.example' })
    const access = await sue.tell(supportAccess.request, { id: south, reason: 'Ticket', minutes: 15, emergency: false })
    const page = await sue.tell(selfServiceOfWorkspaces.create, { id: south, page: 'southgate', name: 'South' })
    const user = given.ownerElsewhere.id
    const wrong: [Endpoint, Record<string, unknown>][] = [
      [trustDomains.removeFrom, { domainId: domain.id }],
      [supportAccess.open, { access: access.id }],
      [supportAccess.confirm, { access: access.id }],
      [supportAccess.end, { access: access.id }],
      [selfServiceOfWorkspaces.get, { page: page.id }],
      [selfServiceOfWorkspaces.remove, { ids: [page.id] }],
      [allAdministrators.changeOwner, { userId: user }],
      [allAdministrators.update, { userId: user, role: 2 }],
      [allAdministrators.remove, { ids: [user] }],
      [endings.confirm, { request: access.id }],
      [secondPerson.withdraw, { request: access.id }],
    ]
    for (const [call, input] of wrong)
      expect((await sue.ask(call, { ...input, id: north })).status, `${call.feature}.${call.call}`).toBe(404)
    for (const call of [lookUps.paired, lookUps.events, lookUps.keysOfUser])
      expect((await sue.ask(call, { id: user, workspace: north })).status, call.call).toBe(404)
    for (const call of [trustDomains.ofWorkspace, supportAccess.ofWorkspace, selfServiceOfWorkspaces.list])
      expect(JSON.stringify((await sue.ask(call, { id: north })).body)).not.toMatch(
        new RegExp([domain.id, access.id, page.id].join('|')),
      )
    expect((await sue.tell(trustDomains.ofWorkspace, { id: south })).items).toMatchObject([{ id: domain.id }])
    expect((await sue.tell(supportAccess.ofWorkspace, { id: south })).items).toMatchObject([{ state: 0 }])
  })

  const changing = named.filter(([, { may, changes }]) => may.startsWith('super.') && changes)
  const { all, deleteWorkspaces } = superPermissions
  test.each([
    ['none', []],
    ['1', [all]],
    ['2', [deleteWorkspaces]],
    ['1 and 2', [all, deleteWorkspaces]],
  ])('with permission %s makes the changes that it allows', async (_, permissions) => {
    await grant(permissions)
    const caller = await session(given.superAdmin)
    for (const [name, call] of changing) {
      const { status, body } = await caller.ask(call, { ...sampleInput(call, unknownId), ...numbers, id: unknownId })
      const allowed =
        permissions.includes(all) || (call.may === 'super.delete' && permissions.includes(deleteWorkspaces))
      if (allowed) expect([status, body['code']], name).not.toEqual([403, 'not-permitted'])
      // A value that the contract refuses says nothing about permissions
      else if (status !== 422) expect([status, body['code']], name).toEqual([403, 'not-permitted'])
    }
  })
})
