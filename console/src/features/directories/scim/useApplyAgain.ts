import { scim } from '@claviger/contract/directories/scim'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'

/** Reapplies the mapping to all users of a connection in batches of several hundred, and reports how many changed. */
export function useApplyAgain(id: string, done: () => void) {
  const write = useWrite(scim.applyAgain)
  const all = async () => {
    let [changed, after] = [0, undefined as string | undefined]
    do {
      const part = await write.mutateAsync({ id, ...(after !== undefined && { after }) })
      changed += part.changed
      after = part.next ?? undefined
    } while (after !== undefined)
    toast(
      'success',
      t('{count, plural, =0 {No users changed} one {# user changed} other {# users changed}}', { count: changed }),
    )
  }
  const begin = async () => {
    try {
      await all()
    } finally {
      done()
    }
  }
  return { busy: write.isPending, begin: () => void begin() }
}
