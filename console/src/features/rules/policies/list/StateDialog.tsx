import { policyStates } from '@claviger/contract/decide/policy-content'
import type { PolicyState } from '@claviger/contract/decide/policy-content'
import { policies } from '@claviger/contract/rules/policies'
import { Button, Stack } from '@mantine/core'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Preview } from '#features/rules/simulations/LockedOutUsers.tsx'
import { usePolicyEffects } from '#features/rules/simulations/usePolicyEffects.ts'
import type { PolicyListRow } from '../policy-columns.tsx'
import { useDraftsOf } from './drafts.ts'

const acts = {
  [policyStates.on]: (count: number) => t('Turn on {count, plural, one {# policy} other {# policies}}', { count }),
  [policyStates.reportOnly]: (count: number) =>
    t('Set {count, plural, one {# policy} other {# policies}} to report only', { count }),
  [policyStates.off]: (count: number) => t('Turn off {count, plural, one {# policy} other {# policies}}', { count }),
} as const

const means = {
  [policyStates.on]: () => t('The policies take effect immediately.'),
  [policyStates.reportOnly]: () => t("The policies are only evaluated and logged. They don't allow or block anything."),
  [policyStates.off]: () => t('The policies are kept but not evaluated.'),
} as const

export default function StateDialog({
  of,
  state,
  close,
  done,
}: {
  of: readonly PolicyListRow[]
  state: PolicyState
  close: () => void
  done: () => void
}) {
  const drafts = useDraftsOf(of, state)
  const preview = usePolicyEffects(drafts)
  const set = useWrite(policies.setState, {
    done({ changed }) {
      toast('success', t('{count, plural, one {# policy} other {# policies}} changed', { count: changed }))
      close()
      done()
    },
  })
  const act = acts[state](of.length)
  return (
    <Dialog open title={`${act}?`} close={close}>
      <Stack gap={14}>
        <p>
          <strong>{of.map(({ name }) => name).join(', ')}</strong>
        </p>
        <p>{means[state]()}</p>
        {drafts && <Preview of={drafts} />}
      </Stack>
      <div className="cv-foot">
        <Button variant="default" data-autofocus onClick={close} disabled={set.isPending}>
          {t('Cancel')}
        </Button>
        <Button
          disabled={preview.data?.refused === true}
          loading={set.isPending}
          onClick={() => set.mutate({ ids: of.map(({ id }) => id), state, lockOutSeen: preview.isSuccess })}
        >
          {act}
        </Button>
      </div>
    </Dialog>
  )
}
