import {
  factorLevels,
  type FactorLevel,
  linkFields,
  PeopleRules,
  type ClaimField,
  claimFields,
} from '@claviger/contract/connect/identity-providers'
import { strengthLevelNames } from '@claviger/contract/decide/policy-content'
import { grantableRoles, roleNames } from '@claviger/contract/platform/permissions'
import { groupTypes, groups as groupCalls } from '@claviger/contract/people/groups'
import { Checkbox, NativeSelect, Stack, TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Rules } from './Rules.tsx'
import { fieldNames, defaultSources } from './provider-labels.ts'

const usualRules = PeopleRules.parse({})

function usePeople() {
  const { fields } = useFormState()
  // Unvalidated while typing; errors appear on submit
  const people: PeopleRules = { ...usualRules, ...(fields.values['people'] as Partial<PeopleRules> | undefined) }
  const set = (to: Partial<PeopleRules>) => fields.set('people', { ...people, ...to })
  const fault = (name: keyof PeopleRules) =>
    Object.entries(fields.errors).find(([path]) => path === `people.${name}` || path.startsWith(`people.${name}.`))?.[1]
  return { people, set, fault }
}

interface DomainsProps {
  of: readonly string[]
  fault: string | undefined
  change: (to: string[]) => void
}

const listed = (text: string) => text.split(/[\s,]+/).filter(one => one !== '')

function Domains({ of, fault, change }: DomainsProps) {
  const [typed, setTyped] = useState(of.join('\n'))
  const text = listed(typed).join() === of.join() ? typed : of.join('\n')
  return (
    <Textarea
      label={t('Domains')}
      description={t(
        'The provider is trusted for email addresses in these domains if your workspace has verified them. One per line.',
      )}
      rows={2}
      value={text}
      error={fault}
      onChange={event => {
        setTyped(event.currentTarget.value)
        change(listed(event.currentTarget.value))
      }}
    />
  )
}

export function PeopleFields({ protocol, preset }: { protocol: number; preset: string }) {
  const { people, set, fault } = usePeople()
  const teams = useRead(groupCalls.ids, {}, { fresh: 60_000 })
  const plain = (teams.data?.items ?? []).filter(one => one.type === groupTypes.internal && !one.byRule)
  const usual = defaultSources(protocol, preset)
  return (
    <>
      <Card title={t('Users')}>
        <Stack gap={16}>
          <Domains of={people.domains} fault={fault('domains')} change={domains => set({ domains })} />
          <NativeSelect
            label={t('Match users at first sign-in by')}
            description={t(
              "Later sign-ins use the provider's permanent identifier. Administrators must always confirm the match themselves.",
            )}
            value={people.link}
            error={fault('link')}
            data={linkFields.map(value => ({ value, label: t(fieldNames[value]) }))}
            onChange={event => set({ link: event.currentTarget.value as PeopleRules['link'] })}
          />
          {people.link !== 'none' && (
            <Notice level="warning">
              {people.link === 'email'
                ? t(
                    'A user with the same email address at the provider gets the account here. Choose this only if you control the addresses at the provider: it must verify each address and never give one to another person. Users are emailed when an account is linked.',
                  )
                : t(
                    "A user with this value at the provider gets the account here. Choose this only if users can't change the value at the provider. Users are emailed when an account is linked.",
                  )}
            </Notice>
          )}
          <Checkbox
            size="xs"
            label={t('Create new users')}
            checked={people.create}
            onChange={event => set({ create: event.currentTarget.checked })}
          />
          <Checkbox
            size="xs"
            label={t('Update names, attributes, and groups at each sign-in')}
            checked={people.update}
            onChange={event => set({ update: event.currentTarget.checked })}
          />
          <Checkbox
            size="xs"
            label={t('Redirect users in these domains to the provider as soon as they enter their email')}
            checked={people.atOnce}
            onChange={event => set({ atOnce: event.currentTarget.checked })}
          />
        </Stack>
      </Card>
      <Card title={t('Groups and roles')}>
        <Stack gap={16}>
          <Rules
            title={t('Groups')}
            about={t('Adds members of a provider group to a group here. Use * for all users who sign in.')}
            rows={people.groups.map(({ value, group }) => ({ value, to: group }))}
            options={plain.map(({ id, name }) => ({ value: id, label: name }))}
            fault={fault('groups')}
            change={rows => set({ groups: rows.map(({ value, to }) => ({ value, group: to })) })}
          />
          <Rules
            title={t('Roles')}
            about={t(
              "Members of a provider group get a role here, and lose it when they leave the group. The owner role can't be granted this way.",
            )}
            rows={people.roles.map(({ value, role }) => ({ value, to: String(role) }))}
            options={grantableRoles.map(role => ({ value: String(role), label: t(roleNames[role]) }))}
            fault={fault('roles')}
            change={rows => set({ roles: rows.map(({ value, to }) => ({ value, role: Number(to) })) })}
          />
        </Stack>
      </Card>
      <Card title={t('Trusted sign-in methods')}>
        <Stack gap={16}>
          <Rules
            title={t('Reported methods')}
            about={t(
              'A value of amr or acr, or a SAML authentication context, that counts as an authentication strength. Without trust, sign-ins with this provider count as any sign-in. Trust only values that the provider checks itself.',
            )}
            what={{ value: t('Reported value'), to: t('Authentication strength') }}
            rows={people.factors.map(({ value, level }) => ({ value, to: level }))}
            options={factorLevels.map(level => ({ value: level, label: t(strengthLevelNames[level]) }))}
            fault={fault('factors')}
            change={rows => set({ factors: rows.map(({ value, to }) => ({ value, level: to as FactorLevel })) })}
          />
        </Stack>
      </Card>
      <Card title={t('Attribute mapping')}>
        <Grid columns={220} keeps gap="12px 16px">
          {claimFields.map(field => (
            <TextInput
              key={field}
              label={t(fieldNames[field])}
              placeholder={usual[field] ?? ''}
              value={people.toldBy[field] ?? ''}
              onChange={event => set({ toldBy: withField(people.toldBy, field, event.currentTarget.value) })}
            />
          ))}
        </Grid>
      </Card>
    </>
  )
}

function withField(before: PeopleRules['toldBy'], field: ClaimField, value: string) {
  const { [field]: _was, ...others } = before
  return value === '' ? others : { ...others, [field]: value }
}
