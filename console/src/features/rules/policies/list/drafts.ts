import { policies } from '@claviger/contract/rules/policies'
import { policyStates } from '@claviger/contract/decide/policy-content'
import type { PolicyContent, PolicyState } from '@claviger/contract/decide/policy-content'
import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/data/call.ts'
import { maxCheckedUsers, type PolicyCheckInput } from '#features/rules/simulations/usePolicyEffects.ts'
import { contentOf, draftOf } from '../editor/policy-draft.ts'
import type { PolicyListRow } from '../policy-columns.tsx'

const without = (rows: readonly PolicyListRow[]): PolicyCheckInput => ({
  drafts: rows.map(({ id }) => ({ _id: id, content: null })),
})

/** Drafts to preview a change of state; null while unknown or if there are too many. */
export function useDraftsOf(rows: readonly PolicyListRow[], state: PolicyState | 'deleted'): PolicyCheckInput | null {
  const on = state === policyStates.on
  const ids = rows.map(({ id }) => id)
  const few = ids.length <= maxCheckedUsers
  const contents = useQuery({
    queryKey: ['policies', 'contents', ids],
    queryFn: () => Promise.all(ids.map(_id => call(policies.get, { _id }, { quiet: true }))),
    enabled: on && few,
  })
  if (!few) return null
  if (!on) return without(rows)
  if (!contents.data) return null
  const drafts = contents.data.flatMap(policy => {
    const content: PolicyContent | null = contentOf({ ...draftOf(policy), state })
    return content === null ? [] : [{ _id: policy._id, content }]
  })
  return { drafts }
}
