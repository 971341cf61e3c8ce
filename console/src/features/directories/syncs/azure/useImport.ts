import { connections } from '@claviger/contract/directories/connections'
import { entra } from '@claviger/contract/directories/entra'
import { syncs } from '@claviger/contract/directories/syncs'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/data/call.ts'
import { refreshAfter } from '#platform/data/query.ts'
import { useRead } from '#platform/data/useRead.ts'
import type { ImportScope } from './WhomStep.tsx'

interface Tenant {
  application: string
  name: string
  connection: string | null
}

async function connectionOf({ application, name, connection }: Tenant): Promise<string> {
  if (connection !== null) return connection
  const settings = { scope: { by: 'all' as const }, guests: false, groups: true }
  return (await call(entra.create, { name, application, settings })).id
}

async function begin(tenant: Tenant, { by, chosen, mode }: ImportScope, dry: boolean): Promise<string> {
  if (by === 'all') return (await call(syncs.begin, { connection: await connectionOf(tenant), mode, dry })).id
  const named = chosen.map(({ id, name }) => ({ id, name }))
  const asked = { application: tenant.application, import: named.map(one => one.id), named, mode, dry }
  const { run } = by === 'groups' ? await call(entra.groups, asked) : await call(entra.users, asked)
  return run ?? ''
}

export function useImport(tenant: Tenant | undefined, whom: ImportScope) {
  const client = useQueryClient()
  const [run, setRun] = useState<{ id: string; dry: boolean } | null>(null)
  const [busy, setBusy] = useState(false)
  const start = async (dry: boolean) => {
    if (!tenant) return
    setBusy(true)
    try {
      setRun({ id: await begin(tenant, whom, dry), dry })
    } catch {
      // The error was already shown
    }
    refreshAfter(client, entra.create)
    setBusy(false)
  }
  const connection = useRead(
    connections.get,
    { id: tenant?.connection ?? '' },
    { when: typeof tenant?.connection === 'string', quiet: true },
  )
  return {
    run,
    busy,
    preview: () => void start(true),
    begin: () => void start(false),
    forget: () => setRun(null),
    connection: connection.data,
  }
}
