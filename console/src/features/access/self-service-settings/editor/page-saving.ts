import { useQueryClient } from '@tanstack/react-query'
import { showRefusal } from '#platform/data/call.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { useSource } from '../source.ts'
import type { useDraftOf } from './page-draft.ts'

/** Saves a draft; `toFault` reveals the setting that has an error. */
export function useSaving(draft: ReturnType<typeof useDraftOf>, toFault: (path: string) => void) {
  const { calls, fixed } = useSource()
  const client = useQueryClient()
  const save = useWrite(calls.update, {
    quiet: true,
    done(saved) {
      draft.reset(saved)
      toast('success', t('{name} saved', { name: saved.name }))
    },
  })
  const send = () => {
    const [fault] = Object.keys(draft.check())
    if (fault !== undefined) return toFault(fault)
    const { name, settings, from } = draft
    save.mutate(
      { ...fixed, page: from.id, name, settings, version: from.version },
      {
        onError(refusal) {
          // The newer version loads next to the draft, which shows its own notice
          if (refusal.code === 'changed-meanwhile')
            return void client.invalidateQueries({ queryKey: [calls.get.feature] })
          const [path] = draft.refuse(refusal.fields)
          if (path === undefined) showRefusal(refusal)
          else toFault(path)
        },
      },
    )
  }
  return { send, busy: save.isPending }
}
