import { policies } from '@claviger/contract/rules/policies'
import { t } from '#platform/text/text.ts'
import { DeleteMany } from '#platform/ui/over/DeleteMany.tsx'
import { Preview } from '#features/rules/simulations/LockedOutUsers.tsx'
import { usePolicyEffects } from '#features/rules/simulations/usePolicyEffects.ts'
import type { PolicyListRow } from '../policy-columns.tsx'
import { useDraftsOf } from './drafts.ts'

export default function DeletePolicies({
  of,
  close,
  done,
}: {
  of: readonly Pick<PolicyListRow, 'id' | 'name'>[]
  close: () => void
  done: () => void
}) {
  const drafts = useDraftsOf(of as readonly PolicyListRow[], 'deleted')
  const preview = usePolicyEffects(drafts)
  return (
    <DeleteMany
      of={policies.removeMany}
      things={of}
      act={t('Delete {count, plural, one {# policy} other {# policies}}', { count: of.length })}
      said={count => t('{count, plural, one {# policy} other {# policies}} deleted', { count })}
      more={preview.data?.refused === true ? null : { lockOutSeen: preview.isSuccess }}
      close={close}
      done={done}
    >
      <p>{t("To stop a policy temporarily, turn it off. A deleted policy can't be restored.")}</p>
      {drafts && <Preview of={drafts} />}
    </DeleteMany>
  )
}
