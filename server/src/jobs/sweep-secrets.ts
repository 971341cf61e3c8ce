import type { Mapping } from '@claviger/contract/directories/connections/mapping'
import { connectionKinds } from '@claviger/contract/directories/connections'
import { isDeepStrictEqual } from 'node:util'
import { lowestIdAt } from '../platform/ids.ts'
import type { ScheduledTask } from '../platform/scheduled-tasks.ts'
import type { AppContext } from '../platform/app-context.ts'
import { withoutSecrets } from '../features/directories/scim-documents/scim-documents.ts'

type Doc = Parameters<typeof withoutSecrets>[1]
const batch = 500

interface Unchecked {
  readonly workspace: string
  readonly fields: string[]
}

const unchecked = `select workspace_id as workspace, array_agg(field) as fields from secret_fields where not docs_checked
  group by workspace_id limit 100`
const next = `select id, doc from scim_resources where workspace_id = $1 and connection_id = $2 and what = 'user' and id > $3
  order by id limit ${batch}`
const put = `update scim_resources set doc = $4 where workspace_id = $1 and connection_id = $2 and what = 'user' and id = $3
  and doc = $5`

async function hideIn(
  world: AppContext,
  { workspace, fields }: Unchecked,
  connection: { id: string; mapping: Mapping },
) {
  const mapped = { mapping: connection.mapping, secretFields: fields }
  let after = lowestIdAt(new Date(0))
  for (let more = true; more;) {
    const { rows } = await world.superPool.query<{ id: string; doc: Doc }>(next, [workspace, connection.id, after])
    for (const { id, doc } of rows) {
      const hidden = withoutSecrets(mapped, doc)
      if (isDeepStrictEqual(hidden, doc)) continue
      const values = [workspace, connection.id, id, JSON.stringify(hidden), JSON.stringify(doc)]
      await world.superPool.query(put, values)
    }
    after = rows.at(-1)?.id ?? after
    more = rows.length >= batch
  }
}

/**
 * Hides the values of attributes that became secret in the resources that SCIM clients sent before, by each connection's own
 * mapping. Later requests are stored without them.
 */
export const hideSecretsTask: ScheduledTask = {
  name: 'hide secrets in stored SCIM resources',
  everySeconds: 5,
  async work(world: AppContext, stopping: AbortSignal) {
    const { rows } = await world.superPool.query<Unchecked>(unchecked)
    for (const one of rows) {
      if (stopping.aborted) return
      const connections = await world.superPool.query<{ id: string; mapping: Mapping }>(
        'select id, mapping from directory_connections where workspace_id = $1 and kind = $2',
        [one.workspace, connectionKinds.scim],
      )
      for (const connection of connections.rows) await hideIn(world, one, connection)
      await world.superPool.query(
        'update secret_fields set docs_checked = true where workspace_id = $1 and field = any($2::text[])',
        [one.workspace, one.fields],
      )
    }
  },
}
