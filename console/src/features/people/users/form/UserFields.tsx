import { groupTypes, groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Choices } from '#platform/ui/fields/Choice.tsx'
import { Phone } from '#platform/ui/fields/Phone.tsx'
import { Email, Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { useSession } from '#shell/session.tsx'

const asOptions = (items: readonly { id: string; name: string }[] | undefined) =>
  (items ?? []).map(({ id, name }) => ({ value: id, label: name }))

export function Memberships() {
  const { can } = useSession()
  const allGroups = useRead(groups.ids, {}, { when: can('groups.read') })
  const allUnits = useRead(units.names, {}, { when: can('units.read') })
  const { fields } = useFormState()
  const chosen = (fields.values['groups'] as string[] | undefined) ?? []
  // Directory groups and dynamic groups can't be selected, but the user's own are shown by name
  const own = allGroups.data?.items.filter(
    ({ id, type, byRule }) => (type === groupTypes.internal && !byRule) || chosen.includes(id),
  )
  return (
    <>
      {can('groups.read') && (
        <Choices name="groups" label={t('Groups')} options={asOptions(own)} placeholder={t('Search groups')} />
      )}
      {can('units.read') && (
        <Choices
          name="organizationUnits"
          label={t('Organization units')}
          options={asOptions(allUnits.data?.items)}
          placeholder={t('Search units')}
        />
      )}
    </>
  )
}

export function Identity({ underEmail }: { underEmail: ReactNode }) {
  return (
    <>
      <Grid columns="1fr 1fr" below={768}>
        <Text name="firstName" label={t('First name')} autoComplete="off" autoFocus />
        <Text name="lastName" label={t('Last name')} autoComplete="off" />
      </Grid>
      <Tick name="oneName" label={t('Has only one name')} />
      <Email name="email" label={t('Email')} autoComplete="off" />
      {underEmail}
      <Grid columns="1fr 1fr" below={768}>
        <Text
          name="userId"
          label={t('User ID')}
          autoComplete="off"
          help={t('The name the user signs in with at other systems, often their email address')}
        />
        <Text name="employeeId" label={t('Employee ID')} autoComplete="off" />
      </Grid>
      <Phone name="phoneNumber" label={t('Phone')} />
    </>
  )
}
