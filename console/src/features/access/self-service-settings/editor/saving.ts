import { useQueryClient } from '@tanstack/react-query'
import { show } from '../../../../ground/data/call.ts'
import { useWrite } from '../../../../ground/data/useWrite.ts'
import { t } from '../../../../ground/text/text.ts'
import { toast } from '../../../../ground/ui/over/toast.ts'
import { useSource } from '../source.ts'
import type { useDraftOf } from './draft.ts'

/** Saves a draft; `toFault` shows the place of what is wrong. */
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
          // What the other one saved comes in beside the draft, and says so itself
          if (refusal.code === 'changed-meanwhile')
            return void client.invalidateQueries({ queryKey: [calls.get.feature] })
          const [path] = draft.refuse(refusal.fields)
          if (path === undefined) show(refusal)
          else toFault(path)
        },
      },
    )
  }
  return { send, busy: save.isPending }
}
