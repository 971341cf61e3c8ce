import { applications } from '@claviger/contract/apps/applications'
import { provisioning } from '@claviger/contract/directories/provisioning'
import { users } from '@claviger/contract/people/users'
import { provisionDue } from '../../src/features/directories/provisioning/delivery/due-delivery.ts'
import { testData } from './test-data.ts'
import type { TestApp } from '../app/test-app.ts'
import type { scimProvider } from '../emulators/scim-provider.ts'

export const emptyScope = { everyone: false, groups: [] as string[], units: [] as string[], users: [] as string[] }
let count = 0

export function provisionTarget(home: TestApp, there: Awaited<ReturnType<typeof scimProvider>>) {
  const { owner } = testData(home)
  const state = async (id: string) => (await (await owner()).tell(provisioning.get, { id })).provisioning
  return {
    owner,
    state,
    async assigned(to: Partial<typeof emptyScope>) {
      const asOwner = await owner()
      const name = `Wiki ${++count}`
      const { id } = await asOwner.tell(applications.oidcCreate, {
        name,
        oidc: { redirectUris: ['https://wiki.example/'] },
      })
      await asOwner.tell(applications.assign, { id, ...emptyScope, ...to })
      return id
    },
    assign: async (id: string, to: Partial<typeof emptyScope>) =>
      (await owner()).tell(applications.assign, { id, ...emptyScope, ...to }),
    save: async (id: string, more: object = {}) =>
      (await owner()).tell(provisioning.save, { id, address: there.address, ...more }),
    turnOn: async (id: string) => (await owner()).tell(provisioning.turn, { id, active: true }),
    async on(to: Partial<typeof emptyScope>, more: object = {}) {
      const id = await this.assigned(to)
      await this.save(id, { token: there.bearer, ...more })
      await this.turnOn(id)
      return id
    },
    idOf(name: string): string {
      const id = there.named(name)?.['id']
      if (typeof id !== 'string') throw new Error(`${name} is not there`)
      return id
    },
    async change(id: string, more: object) {
      const asOwner = await owner()
      const is = await asOwner.tell(users.get, { id })
      const { userId, firstName, lastName } = is
      const email = is.email ?? `${id}@northgate.example`
      await asOwner.tell(users.update, { id, userId, firstName, lastName, email, ...more })
    },
    async settle(id: string): Promise<void> {
      for (let turn = 0; turn < 60; turn++) {
        await provisionDue(home.world)
        const is = await state(id)
        if (is?.due === 0 && !is.gathering && is.look?.state !== 'reading') return
        home.clock.forward(120_000)
      }
      throw new Error(`it never ends: ${JSON.stringify(await state(id))}`)
    },
    async clear() {
      const asOwner = await owner()
      for (const { id } of (await asOwner.tell(applications.list, { pageSize: 100 })).items)
        await asOwner.ask(provisioning.remove, { id })
      there.users.clear()
      there.groups.clear()
      there.heal()
    },
  }
}
