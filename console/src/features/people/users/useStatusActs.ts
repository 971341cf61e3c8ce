import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import type { ListedUser } from '@claviger/contract/people/users'
import { userStatus } from '@claviger/contract/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/data/call.ts'
import { refreshAfter } from '#platform/data/query.ts'
import { msg, t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { nameOf } from './user-status.ts'

const calls = { activate: bulkRuns.activateOne, deactivate: bulkRuns.deactivateOne, suspend: bulkRuns.suspendOne }
type Act = keyof typeof calls

const labels: Record<Act, string> = {
  activate: msg('Activate'),
  deactivate: msg('Deactivate'),
  suspend: msg('Suspend'),
}
const done: Record<Act, string> = {
  activate: msg('{name} is active again'),
  deactivate: msg('{name} is deactivated'),
  suspend: msg('{name} is suspended'),
}

function actsOf({ status, keys }: ListedUser): Act[] {
  if (status === userStatus.active || status === userStatus.needLicense) return ['suspend', 'deactivate']
  if (status === userStatus.suspended) return ['activate']
  // Pending although they have a key: an administrator deactivated the user
  if (status === userStatus.pending) return keys > 0 ? ['activate'] : []
  return ['deactivate']
}

/** Changes a user's status immediately; the toast offers undo. */
export function useStatusActs(user: ListedUser): { label: string; do: () => void }[] {
  const client = useQueryClient()
  const change = async (act: Act, back?: Act) => {
    try {
      await call(calls[act], { id: user.id })
    } catch {
      return
    }
    refreshAfter(client, calls[act])
    const undo = back && { action: { label: t('Undo'), do: () => void change(back) } }
    toast('success', t(done[act], { name: nameOf(user) }), undo)
  }
  const back = (act: Act): Act | undefined => {
    if (act !== 'activate') return user.keys > 0 ? 'activate' : undefined
    return user.status === userStatus.suspended ? 'suspend' : 'deactivate'
  }
  return actsOf(user).map(act => ({ label: t(labels[act]), do: () => void change(act, back(act)) }))
}
