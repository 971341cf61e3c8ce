import { policyActions, policyStates } from '@claviger/contract/decide/policy-content'
import type { PolicyAction, PolicyState } from '@claviger/contract/decide/policy-content'
import { policiesRefusals } from '@claviger/contract/rules/policies.messages'
import { policies } from '@claviger/contract/rules/policies'
import { Button, Group, NativeSelect, NumberInput, Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { stateNames } from '../policy-columns.tsx'
import { useDraft } from './policy-draft.ts'
import classes from './editor.module.css'

function Priority({ own }: { own: number | null }) {
  const { draft, set, faultAt } = useDraft()
  const all = useRead(policies.priorities, {}, { quiet: true, fresh: 0 })
  const { priority } = draft
  const taken = priority !== null && priority !== own && all.data?.used.includes(priority) === true
  const next = all.data?.next
  return (
    <NumberInput
      label={t('Priority')}
      value={priority ?? ''}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      maxLength={7}
      hideControls
      error={faultAt('priority') ?? (taken && t(policiesRefusals['priority-taken'].says))}
      description={
        taken && next !== undefined ? (
          <Button variant="transparent" className={classes.inline ?? ''} onClick={() => set('priority', next)}>
            {t('Use {number}, the next available one', { number: String(next) })}
          </Button>
        ) : (
          t('Lower numbers are evaluated first')
        )
      }
      onChange={value => set('priority', typeof value === 'number' ? value : null)}
    />
  )
}

export function Basics({ own }: { own: number | null }) {
  const { draft, set, faultAt } = useDraft()
  return (
    <>
      <Grid
        columns="minmax(0, 1fr) 132px 164px"
        gap={12}
        align="start"
        below={768}
        narrow="minmax(0, 1fr) minmax(0, 1fr)"
        lead
      >
        <Text name="name" label={t('Policy name')} autoComplete="off" maxLength={100} />
        <Priority own={own} />
        <NativeSelect
          label={t('Status')}
          value={String(draft.state)}
          data={[policyStates.on, policyStates.reportOnly, policyStates.off].map(state => ({
            value: String(state),
            label: t(stateNames[state] ?? ''),
          }))}
          description={
            draft.state === policyStates.reportOnly
              ? t("Evaluated and logged only. It doesn't allow or block anything.")
              : undefined
          }
          onChange={event => set('state', Number(event.currentTarget.value) as PolicyState)}
        />
      </Grid>
      <Text name="description" label={t('Description')} autoComplete="off" maxLength={500} />
      <Radio.Group
        label={t('Policy action')}
        value={draft.action === null ? null : String(draft.action)}
        error={faultAt('action')}
        onChange={value => set('action', Number(value) as PolicyAction)}
      >
        <Group gap="10px 32px" pt={4} align="stretch">
          <Radio
            size="xs"
            value={String(policyActions.block)}
            label={t('Block')}
            error={faultAt('action') !== undefined}
            description={t('Users who match are refused and receive a reference.')}
          />
          <Radio
            size="xs"
            value={String(policyActions.allow)}
            label={t('Allow')}
            error={faultAt('action') !== undefined}
            description={t('Users who match can continue. Later policies are not evaluated.')}
          />
        </Group>
      </Radio.Group>
    </>
  )
}
