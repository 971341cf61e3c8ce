import { applications } from '@claviger/contract/apps/applications'
import type { ApplicationInFull } from '@claviger/contract/apps/applications'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { FieldSet } from '#platform/ui/form/FieldSet.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { NamesContext, useKnown } from '#features/decide/policy-content/known-names.ts'
import { PickMany } from '#features/decide/policy-content/PickMany.tsx'
import { fromGroups, fromUnits, fromUsers } from '#features/decide/policy-content/name-sources.ts'
import { VisibilityCheck } from '../my-apps/VisibilityCheck.tsx'

type Assigned = OutputOf<typeof applications.assignment.reply>

function Pick({ name, label, from }: { name: 'groups' | 'units' | 'users'; label: string; from: typeof fromUsers }) {
  const { fields } = useFormState()
  return (
    <PickMany
      label={label}
      from={from}
      value={fields.values[name] as string[]}
      error={fields.errors[name]}
      change={ids => fields.set(name, ids)}
    />
  )
}

function Inputs({ may }: { may: boolean }) {
  const { fields } = useFormState()
  const everyone = fields.values['everyone'] === true
  return (
    <FieldSet label={t('Access')} gap={18} disabled={!may}>
      <Tick name="everyone" label={t('All users in this workspace')} help={t('Access policies still apply')} />
      {!everyone && (
        <>
          <Pick name="groups" label={t('Groups')} from={fromGroups} />
          <Pick name="units" label={t('Organization units')} from={fromUnits} />
          <Pick name="users" label={t('Users')} from={fromUsers} />
        </>
      )}
      {may && <Foot save={t('Save changes')} cancel={{ label: t('Discard'), do: fields.reset }} whenChanged />}
    </FieldSet>
  )
}

function Editor({ of, found, may }: { of: ApplicationInFull; found: Assigned; may: boolean }) {
  const [all] = useState(() => [...found.groups, ...found.units, ...found.users])
  const known = useKnown(all)
  const ids = (list: Assigned['groups']) => list.map(({ id }) => id)
  return (
    <NamesContext value={known}>
      <Form
        of={applications.assign}
        start={{
          everyone: found.everyone,
          groups: ids(found.groups),
          units: ids(found.units),
          users: ids(found.users),
        }}
        fixed={{ id: of.id }}
        guard={LeaveGuard}
        done={() => toast('success', t('{name} saved', { name: of.name }))}
      >
        <Inputs may={may} />
      </Form>
    </NamesContext>
  )
}

export function ApplicationAccess({ of, may }: { of: ApplicationInFull; may: boolean }) {
  const read = useRead(applications.assignment, { id: of.id }, { quiet: true })
  return (
    <Grid columns="minmax(0, 720px) minmax(280px, 460px)" gap="24px 32px" align="start" below={1200}>
      {read.isError ? (
        <ErrorCard title={t("We couldn't load this")} fault={read.error} retry={() => void read.refetch()} />
      ) : read.isPending ? (
        <Bones lines={5} />
      ) : (
        <Editor of={of} found={read.data} may={may} />
      )}
      <Card title={t("Check a user's access")}>
        <VisibilityCheck of={of.id} />
      </Card>
    </Grid>
  )
}
