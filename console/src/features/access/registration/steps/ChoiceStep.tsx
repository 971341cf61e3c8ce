import { messages } from '@claviger/contract/platform/messages'
import { IconBuilding, IconSchool, IconUser, IconBriefcase } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import { OptionCards } from '#platform/ui/steps/OptionCards.tsx'
import classes from '../register.module.css'
import type { StepProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'

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

const organizations = [
  { value: 'work', label: msg('Work'), help: msg('A company, a hospital, or an agency'), icon: IconBriefcase },
  { value: 'school', label: msg('School'), help: msg('A school, a college, or a university'), icon: IconSchool },
]

const isOrganization = (value: string): value is 'work' | 'school' => value === 'work' || value === 'school'

/** The first choice (R30): organization (and which type) or personal. */
export function ChoiceStep({ kind, pick, open }: StepProps) {
  const use = kind === null ? null : kind === 'personal' ? 'personal' : 'organization'
  return (
    <form
      className={classes.step}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        open('email')
      }}
    >
      <OptionCards
        label={t('What is the account for?')}
        of={uses}
        value={use}
        pick={value => pick(value === 'personal' ? 'personal' : 'work')}
      />
      {use === 'organization' && (
        <div className={classes.second}>
          <h2>{t('What kind of organization is it?')}</h2>
          <OptionCards
            label={t('What kind of organization is it?')}
            of={organizations}
            value={kind}
            pick={value => isOrganization(value) && pick(value)}
          />
        </div>
      )}
      <StepFoot back={undefined} autoFocus />
    </form>
  )
}
