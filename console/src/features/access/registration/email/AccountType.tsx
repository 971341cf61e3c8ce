import { messages } from '@claviger/contract/platform/messages'
import { Checkbox } from '@mantine/core'
import { IconBuilding, IconUser } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import { OptionCards } from '#platform/ui/steps/OptionCards.tsx'
import type { RegistrationKind } from '../flow.ts'

const uses = [
  {
    value: 'organization',
    label: messages['registration.choice-work'],
    help: msg('Security keys for users in an organization'),
    icon: IconBuilding,
  },
  {
    value: 'personal',
    label: messages['registration.choice-personal'],
    help: msg('A security key for yourself'),
    icon: IconUser,
  },
]

/** The first choice (R30): an organization, which can be a school, or personal. */
export function AccountType({ kind, pick }: { kind: RegistrationKind | null; pick: (kind: RegistrationKind) => void }) {
  return (
    <>
      <OptionCards
        label={t('What is the account for?')}
        of={uses}
        value={kind === 'personal' ? 'personal' : 'organization'}
        pick={value => pick(value === 'personal' ? 'personal' : 'work')}
      />
      {kind !== 'personal' && (
        <Checkbox
          size="xs"
          label={t('The organization is a school, a college, or a university')}
          checked={kind === 'school'}
          onChange={event => pick(event.currentTarget.checked ? 'school' : 'work')}
        />
      )}
    </>
  )
}
