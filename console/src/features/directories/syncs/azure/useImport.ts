import { connections } from '@claviger/contract/directories/connections'
import { entra } from '@claviger/contract/directories/entra'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/data/call.ts'
import { refreshAfter } from '#platform/data/query.ts'
import { useRead } from '#platform/data/useRead.ts'
import type { ImportScope } from './ScopeStep.tsx'

interface Tenant {
  application: string
  connection: string | null
}

async function begin(tenant: Tenant, { by, chosen, mode }: ImportScope, dry: boolean): Promise<string> {
  const { application } = tenant
  if (by === 'all') return (await call(entra.users, { application, everyone: true, mode, dry })).run ?? ''
  const named = chosen.map(({ id, name }) => ({ id, name }))
  const asked = { application, import: named.map(one => one.id), named, mode, dry }
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
