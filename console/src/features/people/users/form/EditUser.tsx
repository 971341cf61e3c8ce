import { secretSet, UserInput, userSources, users } from '@claviger/contract/people/users'
import type { User } from '@claviger/contract/people/users'
import { Box } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { isShownAtField, SharedMailbox } from './Conflict.tsx'
import { useAttributeNames } from '#features/tenancy/workspace-settings/attributeNames.ts'
import { Identity, Memberships } from './UserFields.tsx'
import { nameOf } from '../user-status.ts'
import { useSource } from '../useSource.ts'

const attributes = ['scimAttribute1', 'scimAttribute2', 'scimAttribute3', 'scimAttribute4', 'scimAttribute5'] as const

// All editable fields: a field missing from the initial values would count as unchanged
const startOf = (user: User) => ({
  ...Object.fromEntries(
    Object.keys(UserInput.shape).map(name => [name, (user as Record<string, unknown>)[name] ?? '']),
  ),
  oneName: user.lastName === '',
  phoneNumber: user.phoneNumber,
  groups: user.groups.map(({ id }) => id),
  organizationUnits: user.organizationUnits.map(({ id }) => id),
})

export default function EditUser({ user, close }: { user: User; close: () => void }) {
  const [shared, setShared] = useState(user.sharesEmail)
  const client = useQueryClient()
  const nameOfAttribute = useAttributeNames()
  const source = useSource(user)
  const isImported = user.source !== userSources.local
  return (
    <Panel open title={t('Edit {name}', { name: nameOf(user) })} close={close}>
      <Form
        of={users.update}
        start={startOf(user)}
        fixed={{ id: user.id, updatedAt: user.updatedAt }}
        refused={(refusal, fields) => {
          if (refusal.code === 'email-taken') setShared(true)
          if (refusal.code === 'changed-meanwhile') void client.invalidateQueries({ queryKey: [users.name] })
          return isShownAtField(refusal, fields)
        }}
        done={(saved, { email }) => {
          const waits = String(email).trim().toLowerCase() !== (saved.email ?? '')
          toast(
            'success',
            waits ? t('Changes saved. The new email must be confirmed from the old mailbox') : t('Changes saved'),
          )
          close()
        }}
      >
        {isImported && (
          <Notice>
            {t('This user comes from {source}. Name, email, and IDs can only be changed there.', {
              source,
            })}
          </Notice>
        )}
        <Box component="fieldset" display="contents" disabled={isImported}>
          <Identity underEmail={shared && <SharedMailbox />} />
        </Box>
        <Memberships />
        <Box component="fieldset" display="contents" disabled={isImported}>
          {attributes.map((name, index) => (
            <Text
              key={name}
              name={name}
              label={nameOfAttribute(index)}
              autoComplete="off"
              help={user[name] === secretSet && t('Holds a PIN. Enter another value to replace it, or clear the field')}
            />
          ))}
        </Box>
        <Foot save={t('Save changes')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
