import { connections } from '@claviger/contract/directories/connections'
import { ldap } from '@claviger/contract/directories/ldap'
import { type SyncRun, syncs } from '@claviger/contract/directories/syncs'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import type { TestApp } from '../app/test-app.ts'

export function ldapRuns({ as, given }: Pick<TestApp, 'as' | 'given'>) {
  const owner = async () => as((await given.session(given.owner)).accessToken)
  const admin = async () => as((await given.session(given.administrator)).accessToken)
  return {
    owner,
    admin,
    async connect(form: InputOf<(typeof ldap)['calls']['update']['input']>, reach: object = {}): Promise<string> {
      const { id } = await (await admin()).tell(ldap.update, form)
      const approved = { id, roles: [], touchesRank: false, privateHosts: ['127.0.0.1'], ...reach }
      await (await owner()).tell(connections.approve, approved)
      return id
    },
    async run(connection: string, more: object = {}): Promise<SyncRun> {
      const asAdmin = await admin()
      const { id } = await asAdmin.tell(syncs.begin, { type: 6, connection, ...more })
      for (let tries = 0; tries < 1200; tries++) {
        const now = await asAdmin.tell(syncs.get, { id })
        if (now.finishedAt !== null || now.state === 'braked') return now
        await new Promise(resolve => setTimeout(resolve, 50))
      }
      throw new Error('The run does not end')
    },
  }
}
