import { users } from '@claviger/contract/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { call, showRefusal } from '#platform/data/call.ts'
import { refreshAfter } from '#platform/data/query.ts'
import type { CallError } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'

export function useRestore(): (user: { id: string; name: string }) => Promise<void> {
  const client = useQueryClient()
  return async ({ id, name }) => {
    try {
      await call(users.restore, { id }, { quiet: true })
    } catch (fault) {
      const refusal = fault as CallError
      if (refusal.status === 404) toast('warning', t('{name} is not in Deleted users', { name }))
      else showRefusal(refusal)
      return
    }
    refreshAfter(client, users.restore)
    toast('success', t('{name} restored', { name }))
  }
}
