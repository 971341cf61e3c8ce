import { sensitiveActsOf, keyExpiry, keyTypes } from '@claviger/contract/connect/api-keys'
import { sensitiveActs, sensitivePermissions } from '@claviger/contract/connect/api-keys/sensitive-acts'
import { permissionsOfKeys } from '@claviger/contract/platform/permissions'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Choice, Choices } from '#platform/ui/fields/Choice.tsx'
import { Lines } from '#platform/ui/fields/Lines.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import type { Fields } from '#platform/ui/form/useFields.ts'
import { useSession } from '#shell/session.tsx'
import { wordsOf } from '#features/tenancy/administrators/rights.ts'
import { dayIn, endOfDay } from './api-key-labels.ts'

export function Ending() {
  const { fields, size } = useFormState()
  const set = fields.values['expiry'] === String(keyExpiry.set)
  const { error } = fields.input('expiresAt')
  const [today] = useState(() => dayIn(new Date().toISOString()))
  return (
    <>
      <Choice
        name="expiry"
        label={t('Expires')}
        options={[
          { value: String(keyExpiry.none), label: t('Never') },
          { value: String(keyExpiry.set), label: t('On a date') },
        ]}
      />
      {set && (
        <TextInput
          type="date"
          size={size}
          label={t('Last day')}
          description={t('The key works until the end of this day')}
          min={today}
          value={dayIn(fields.values['expiresAt'] as string | undefined)}
          onChange={event => fields.set('expiresAt', endOfDay(event.currentTarget.value))}
          error={error}
        />
      )}
    </>
  )
}

export function Scopes() {
  const { can } = useSession()
  const { fields } = useFormState()
  if (fields.values['type'] !== String(keyTypes.admin)) return null
  const options = permissionsOfKeys.filter(can).map(value => ({ value, label: wordsOf(value) }))
  return (
    <Choices
      name="scopes"
      label={t('Limit to permissions')}
      options={options}
      placeholder={t('All permissions of an administrator')}
      help={t('Grant only the permissions the program needs.')}
    />
  )
}

const chosenIn = (fields: Fields) => (fields.values['granted'] ?? []) as readonly string[]

/** Sensitive actions that an owner grants the key without a passkey; none by default. */
export function Granted({ of }: { of: { type: number; scopes: readonly string[] | null } }) {
  const { fields } = useFormState()
  const chosen = chosenIn(fields)
  const within = sensitiveActsOf(of)
  // Keep a granted action that the key's scopes no longer include, so that the owner can remove it
  const options = sensitivePermissions
    .filter(may => within.includes(may) || chosen.includes(may))
    .map(value => ({ value, label: t(sensitiveActs[value]) }))
  return (
    <Choices
      name="granted"
      label={t('Allowed sensitive actions')}
      options={options}
      placeholder={t('None')}
      help={t(
        'Administrators must confirm these actions with their passkey. With the API key, they need no confirmation.',
      )}
    />
  )
}

export function ImmediateGrants() {
  const { can } = useSession()
  const { fields } = useFormState()
  const scopes = fields.values['scopes'] as string[] | undefined
  const of = { type: Number(fields.values['type']), scopes: scopes?.length ? scopes : null }
  if (!can('api-keys.grant') || (sensitiveActsOf(of).length === 0 && chosenIn(fields).length === 0)) return null
  return <Granted of={of} />
}

export const Addresses = () => (
  <Lines
    name="addresses"
    label={t('Limit to IP addresses')}
    optional
    help={t('One address or network per line, for example 192.0.2.0/24')}
  />
)
