import { Box } from '@mantine/core'
import { attendance } from '@claviger/contract/oversight/attendance'
import type { AttendanceParticipant, AttendanceSession } from '@claviger/contract/oversight/attendance/session-fields'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Facts } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PickOne } from '#features/decide/policy-content/PickMany.tsx'
import { NamesContext, useKnown } from '#features/decide/policy-content/known-names.ts'
import { fromUsers } from '#features/decide/policy-content/name-sources.ts'
import { CorrectionsCard } from './CorrectionsCard.tsx'
import { Moment } from '../Moment.tsx'

const earlier = (a: string, b: string) => (Date.parse(a) < Date.parse(b) ? a : b)

interface Props {
  session: AttendanceSession
  /** Null to add a person who did not tap. */
  person: AttendanceParticipant | null
  close: () => void
}

function Inputs({ session, person, close }: Props) {
  const { fields } = useFormState()
  const kind = fields.values['kind']
  const there = person !== null && (person.status === 'present' || person.status === 'left')
  return (
    <>
      {person === null && (
        <PickOne
          label={t('User')}
          from={fromUsers}
          value={(fields.values['personId'] as string) || null}
          error={fields.errors['personId']}
          change={id => fields.set('personId', id ?? '')}
        />
      )}
      {there && (
        <Choice
          name="kind"
          label={t('Correction')}
          options={[
            { value: 'time', label: t('Change the time') },
            { value: 'remove', label: t('Remove from the list of present people') },
          ]}
        />
      )}
      {kind !== 'remove' && (
        <>
          <Moment name="inAt" label={t('Checked in')} />
          {session.mode === 'check-in-and-out' && <Moment name="outAt" label={t('Checked out')} />}
        </>
      )}
      <Text name="reason" label={t('Reason')} lines={3} maxLength={500} />
      {session.state === 'closed' && (
        <Notice>{t('The session is closed. The correction adds a new signature; the earlier ones are kept.')}</Notice>
      )}
      <Foot save={t('Save correction')} cancel={{ do: close }} />
    </>
  )
}

export default function CorrectPerson({ session, person, close }: Props) {
  const known = useKnown()
  const there = person !== null && (person.status === 'present' || person.status === 'left')
  const { sessionId, startsAt } = session
  const [now] = useState(() => new Date().toISOString())
  return (
    <Panel open title={person ? t('Correct {name}', { name: person.name }) : t('Add person')} close={close}>
      <NamesContext value={known}>
        {person && (
          <Box mb={16}>
            <Facts
              of={[
                [t('Read from the card'), <When key="in" at={person.readInAt} />],
                ...(session.mode === 'check-in-and-out'
                  ? [[t('Checked out by card'), <When key="out" at={person.readOutAt} />] as const]
                  : []),
              ]}
            />
          </Box>
        )}
        <Form
          of={attendance.correct}
          start={{
            personId: person?.personId ?? '',
            kind: there ? 'time' : 'add',
            inAt: person?.inAt ?? earlier(startsAt, now),
            outAt: person?.outAt ?? '',
            reason: '',
          }}
          fixed={{ sessionId }}
          done={({ name }) => {
            toast('success', t('Attendance of {name} corrected', { name }))
            close()
          }}
        >
          <Inputs session={session} person={person} close={close} />
        </Form>
        {person && person.corrections > 0 && <CorrectionsCard sessionId={sessionId} personId={person.personId} />}
      </NamesContext>
    </Panel>
  )
}
