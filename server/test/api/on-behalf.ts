import { securityKeys } from '@claviger/contract/keys/security-keys'
import { afterAll, beforeEach, expect } from 'vitest'
import { maintainOnBehalf, checkStillRegistered } from '../../src/features/directories/on-behalf/on-behalf.jobs.ts'
import { cloudConnections } from './cloud-connections.ts'
import { entraEmulator } from '../emulators/entra/entra.ts'
import { EntraPasses } from '../emulators/entra/passes.ts'
import { EntraPasskeys } from '../emulators/entra/passkeys.ts'
import { EntraRanks } from '../emulators/entra/ranks.ts'
import { OktaFactors } from '../emulators/okta/factors.ts'
import { oktaEmulator } from '../emulators/okta/okta.ts'
import { startTestApp } from '../app/test-app.ts'
import { loopback } from '../app/loopback.ts'

const all = [
  'UserAuthMethod-Passkey.ReadWrite.All',
  'UserAuthenticationMethod.ReadWrite.All',
  'RoleManagement.Read.Directory',
  'GroupMember.Read.All',
  'PrivilegedEligibilitySchedule.Read.AzureADGroup',
  'Policy.Read.All',
]

export async function startOnBehalfApp() {
  const home = await startTestApp(loopback)
  const { as, given, world } = home
  const [owner, manager] = [as(given.owner.accessToken), as(given.userManager.accessToken)]
  const [passkeys, ranks] = [new EntraPasskeys(), new EntraRanks()]
  const [passes, factors] = [new EntraPasses(), new OktaFactors()]
  const entra = await entraEmulator({ more: [passkeys.mount, ranks.mount, passes.mount] })
  const okta = await oktaEmulator({ more: [factors.mount] })
  afterAll(() => Promise.all([entra.close(), okta.close()]))
  const { client, entra: toEntra, okta: toOkta, person: come } = cloudConnections(home)
  beforeEach(() => {
    entra.wrongly = {}
    entra.clients.set(client, { name: 'Claviger', secret: 'shh', roles: new Set(all) })
    entra.asked.length = 0
    entra.endTokens()
    passkeys.lost = 0
    passkeys.site = 'login.microsoft.com'
    passkeys.refuses = undefined
  })
  const connections = { 1: await toEntra(entra), 2: await toOkta(okta) }
  okta.tokens.set('shh', new Set(['okta.users.manage', 'okta.roles.read']))
  let count = 0
  return {
    ...home,
    owner,
    manager,
    passkeys,
    ranks,
    passes,
    factors,
    entra,
    client,
    connections,
    come,
    async person(kind: 1 | 2 = 1, card: object | null = {}) {
      const login = `person${String(count++)}.behalf@northgate.example`
      const anchor = kind === 1 ? entra.directory.addUser(login) : okta.directory.addUser(login)
      const user = await come(connections[kind], anchor, login)
      const settings = { kind: 2, name: 'Badge', verification: 4, credential_storage: 2, card_end: '1234' }
      const key = card && (await given.addKey(user, { ...settings, ...card }))
      return { user, anchor, login, key: key ?? '' }
    },
    heldBy: async (user: string) =>
      (await manager.tell(securityKeys.ofPerson, { id: user })).items.filter(one => one.rpId !== 'localhost'),
    async settle() {
      await world.superPool.query("update on_behalf_passkeys set due_at = '2020-01-01' where due_at is not null")
      await maintainOnBehalf.work(world, {})
    },
    async look() {
      await world.superPool.query("update on_behalf_passkeys set looked_at = '2020-01-01'")
      await checkStillRegistered.work(world, {})
    },
    async wait() {
      await world.superPool.query("update on_behalf_passkeys set changed_at = '2020-01-01'")
    },
    refusal: (told: Promise<unknown>) => expect(told).rejects,
  }
}
