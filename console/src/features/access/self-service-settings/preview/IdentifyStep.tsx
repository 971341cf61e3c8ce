import { useDraft } from '../editor/page-draft.ts'
import { DrawnActions, DrawnField, DrawnHead } from './Drawn.tsx'
import { useSay } from './preview-language.ts'

const pageNames = {
  userId: 'User ID',
  employeeId: 'Employee ID',
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone Number',
} as const

export function IdentifyStep() {
  const say = useSay()
  const { settings } = useDraft()
  const { fields, attributes } = settings
  const asked = (Object.keys(pageNames) as (keyof typeof fields)[]).filter(field => fields[field])
  return (
    <>
      <DrawnHead
        title={say('User Information')}
        under={say('Enter your information as your organization has it on record.')}
      />
      {asked.map(field => (
        <DrawnField key={field} label={say(pageNames[field])} />
      ))}
      {attributes.map(({ from, name }) => (
        <DrawnField key={from} label={name} />
      ))}
      <DrawnActions>{say('Next')}</DrawnActions>
    </>
  )
}
