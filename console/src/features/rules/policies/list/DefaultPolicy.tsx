import { policyActions } from '@claviger/contract/decide/policy-content'
import type { PolicyAction } from '@claviger/contract/decide/policy-content'
import { policies } from '@claviger/contract/rules/policies'
import { Button, Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { useSession } from '#shell/session.tsx'
import { LockedOutUsers } from '#features/rules/simulations/LockedOutUsers.tsx'
import { usePolicyEffects } from '#features/rules/simulations/usePolicyEffects.ts'
import { Action } from '../policy-columns.tsx'
import classes from '../policies.module.css'

function Choice({ is, seen }: { is: number; seen: (yes: boolean) => void }) {
  const { fields } = useFormState()
  const action = fields.values['action'] as PolicyAction | null
  const changed = action !== null && action !== is
  const means = usePolicyEffects(changed ? { drafts: [], defaultAction: action } : null)
  return (
    <>
      <Radio.Group
        label={t('Default policy')}
        value={action === null ? null : String(action)}
        error={fields.errors['action']}
        onChange={value => {
          fields.set('action', Number(value))
          seen(true)
        }}
      >
        <Stack gap={10}>
          <Radio
            size="xs"
            value={String(policyActions.allow)}
            label={t('Allow')}
            description={t('A use is allowed unless a policy blocks it')}
          />
          <Radio
            size="xs"
            value={String(policyActions.block)}
            label={t('Block')}
            description={t('A use is blocked unless a policy allows it. Create these policies first.')}
          />
        </Stack>
      </Radio.Group>
      {changed && means.data && <LockedOutUsers of={means.data} />}
    </>
  )
}

function SetDefault({ is, close }: { is: number; close: () => void }) {
  const [seen, setSeen] = useState(false)
  return (
    <Panel open title={t('Default policy')} close={close}>
      <Form
        of={policies.setDefault}
        start={{ action: is }}
        fixed={{ lockOutSeen: seen }}
        done={() => {
          toast('success', t('Changes saved'))
          close()
        }}
      >
        <Choice is={is} seen={setSeen} />
        <Foot save={t('Save default policy')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}

export function DefaultRow() {
  const { can } = useSession()
  const [open, setOpen] = useState(false)
  const read = useRead(policies.getDefault, {}, { quiet: true })
  // Reserve the space while loading, so that the content below doesn't shift
  if (!read.data) return <section className={classes.last} aria-label={t('Default policy')} aria-busy />
  const { action } = read.data
  return (
    <>
      <section className={classes.last} aria-label={t('Default policy')}>
        <strong>{t('Default policy')}</strong>
        <Action action={action} />
        <p className="cv-quiet">
          {action === policyActions.allow
            ? t('A use is allowed unless a policy above blocks it.')
            : t('A use is blocked unless a policy above allows it.')}{' '}
          {t('Administrators can always sign in to this console.')}
        </p>
        {can('policies.write') && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('Change…')}
          </Button>
        )}
      </section>
      {open && <SetDefault is={action} close={() => setOpen(false)} />}
    </>
  )
}
