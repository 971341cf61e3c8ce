import { deviceKinds } from '@claviger/contract/keys/devices'
import { type RawBuilder, sql } from 'kysely'
import type { WorkflowDraft } from './type.ts'

export function sharedComputers({ settings }: WorkflowDraft): RawBuilder<unknown> {
  const { account = null, deviceGroup = null, beginsWith = '' } = settings
  return sql`
    select u.id, u.first_name || ' ' || u.last_name as name, null::text as detail, 'share' as step, ' ' as sort_name
    from users u where u.workspace_id = current_workspace() and u.id = ${account}::uuid and u.deleted_at is null
    union all
    select d.id, null, d.name, 'join', d.sort_name from devices d
    where d.workspace_id = current_workspace() and d.kind = ${sql.lit(deviceKinds.computer)} and ${beginsWith} <> '' and starts_with(d.sort_name, plain(${beginsWith}))
      and not exists (select from device_group_members m
        where m.workspace_id = current_workspace() and m.group_id = ${deviceGroup}::uuid and m.device_id = d.id)`
}
