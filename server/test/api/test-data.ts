import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { type WorkspaceDetails, workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import type { Caller, TestApp } from '../app/test-app.ts'

export function testData({ as, given }: Pick<TestApp, 'as' | 'given'>) {
  const owner = async (): Promise<Caller> => as((await given.session(given.owner)).accessToken)
  /** The user accepts the pending role with a passkey that they created; email and phone number stay. */
  const accept = async (id: string): Promise<void> => {
    const own = await given.ownSession({ id, workspace: given.owner.workspace })
    await as(own.accessToken).tell(administrators.answerRole, { accept: true, keepEmail: true, keepPhone: true })
    await own.drop()
  }
  return {
    owner,
    accept,
    /** Only a user with an active key can be suspended. */
    suspend: async (id: string) => (await owner()).tell(bulkRuns.suspendOne, { id }),
    activate: async (id: string) => (await owner()).tell(bulkRuns.activateOne, { id }),
    deactivate: async (id: string) => (await owner()).tell(bulkRuns.deactivateOne, { id }),
    remove: async (id: string) => (await owner()).tell(users.remove, { id }),
    restore: async (id: string) => (await owner()).tell(users.restore, { id }),
    suspendKey: async (id: string) => (await owner()).tell(keyActCalls.suspendOne, { id }),
    activateKey: async (id: string) => (await owner()).tell(keyActCalls.activateOne, { id }),
    appoint: async (id: string, role: number, additional: number[] = []) => {
      await (
        await owner()
      ).tell(administrators.create, {
        ids: [id],
        role,
        ...(additional.length > 0 && { additionalPermissions: additional }),
      })
      await accept(id)
    },
    dismiss: async (id: string) => (await owner()).tell(administrators.remove, { ids: [id] }),
    appointOver: async (id: string, over: string[], role = 3, additionalPermissions: number[] = []) => {
      await (await owner()).tell(units.addAdministrator, { id, role, additionalPermissions, units: over })
      await accept(id)
    },
    setKeys: async (to: Partial<WorkspaceDetails['securitykeySetting']>) => {
      const asOwner = await owner()
      const { securitykeySetting: was } = await asOwner.tell(workspaceSettings.details)
      await asOwner.tell(workspaceSettings.securityKeySetting, { ...was, ...to })
    },
    addGroup: async (name: string, members: string[] = []) =>
      (await (await owner()).tell(groups.create, { name, users: members })).id,
    addUnit: async (name: string, members: string[] = []) =>
      (await (await owner()).tell(units.create, { name, users: members })).id,
  }
}
