import { keyKinds } from '@claviger/contract/keys/security-keys'
import type { SinglePinResetMethod } from '@claviger/contract/keys/key-acts'
import { activations, enrolmentPolicies, keyAssignment } from '@claviger/contract/keys/key-assignment'
import { users } from '@claviger/contract/people/users'
import { Box, Button, NativeSelect, Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { OptionCards } from '#platform/ui/steps/OptionCards.tsx'
import { PickPeople } from '#features/people/members/PickPeople.tsx'
import { kindIcons } from '#features/people/users/keyKinds.ts'
import { useKinds } from './useKinds.ts'
import { PinWaysOfOne } from '../key-acts/PinWays.tsx'
import { Assigned } from './Assigned.tsx'
import type { AssignmentResult } from './Assigned.tsx'
import { CardNumber } from './CardNumber.tsx'
import { KeySettings, startOfSettings } from './KeySettings.tsx'
import classes from '../keys.module.css'
import { Activation } from './Activation.tsx'

const { now, byUser, later } = activations
const ifOne: Record<(typeof enrolmentPolicies)[number], string> = {
  allow: msg('Add another key'),
  block: msg('Refuse'),
  replace: msg('Replace existing key'),
}

const nowHelp = (kind: number): string => {
  if (kind === keyKinds.accessCard) return t('You have the card. It works as soon as you assign it.')
  if (kind === keyKinds.fingerprint) return t('The user is at the reader. Enrollment starts immediately.')
  return t('You get a link to open here while you have the key')
}

export default function AssignKey({ user, close }: { user?: string; close: () => void }) {
  const [people, setPeople] = useState<string[]>(user === undefined ? [] : [user])
  const kinds = useKinds()
  const [kind, setKind] = useState<number>(keyKinds.accessCard)
  const [activation, setActivation] = useState<number>(byUser)
  const [card, setCard] = useState({ cardId: '', cardFormat: '' })
  const [pins, setPins] = useState<SinglePinResetMethod>('later')
  const [own, setOwn] = useState(false)
  const [settings, setSettings] = useState(startOfSettings)
  const [name, setName] = useState('')
  const [ifOneExists, setIfOne] = useState<keyof typeof ifOne>('allow')
  const [outcome, setOutcome] = useState<AssignmentResult | null>(null)
  const one = useRead(users.get, { id: user ?? '' }, { when: user !== undefined, quiet: true })
  const assign = useWrite(keyAssignment.assign, {
    quiet: true,
    done(reply) {
      const { link, challenge, pin } = reply
      if (link === null && challenge === null && pin === null && reply.assigned === people.length) {
        toast('success', t('{count, plural, one {# key} other {# keys}} assigned', { count: reply.assigned }))
        close()
      } else setOutcome(reply)
    },
  })
  const title = one.data
    ? t('Assign security key to {name}', { name: `${one.data.firstName} ${one.data.lastName}` })
    : t('Assign security key')
  if (outcome) return <Assigned of={outcome} kind={kind} close={close} />
  const fault = (field: string) => assign.error?.fields.find(one_ => one_.field === field)?.message
  const several = people.length > 1
  const withCard = kind === keyKinds.accessCard && activation === now
  const send = (event: FormEvent) => {
    event.preventDefault()
    assign.mutate({
      ids: people,
      type: kind,
      activation: activation as 1,
      ifOneExists,
      ...(name.trim() === '' ? {} : { name }),
      ...(withCard
        ? { pins, cardId: card.cardId, ...(card.cardFormat === '' ? {} : { cardFormat: card.cardFormat as 'hex' }) }
        : {}),
      ...(own ? { settings: settings(kind) } : {}),
    } as never)
  }
  const general = assign.error && assign.error.fields.length === 0 ? assign.error.message : null
  return (
    <Panel open title={title} close={close}>
      <form onSubmit={send}>
        {user === undefined && (
          <section className={classes.section}>
            <PickPeople label={t('Users')} value={people} change={setPeople} autoFocus error={fault('ids')} />
          </section>
        )}
        <section className={classes.section}>
          <Box component="h3" fz={15} fw={600}>
            {t('Type')}
          </Box>
          <OptionCards
            label={t('Type')}
            of={kinds.map(({ value, label }) => ({
              value: String(value),
              label,
              ...(kindIcons[value] ? { icon: kindIcons[value] } : {}),
            }))}
            value={String(kind)}
            pick={value => {
              setKind(Number(value))
              if (Number(value) === keyKinds.fingerprint && activation === byUser) setActivation(later)
            }}
          />
        </section>
        <section className={classes.section}>
          <Activation finger={kind === keyKinds.fingerprint} value={activation} pick={setActivation}>
            <Radio
              size="xs"
              value={String(now)}
              disabled={several}
              label={t('Now')}
              description={several ? t('You can activate only one key at a time') : nowHelp(kind)}
            />
          </Activation>
        </section>
        {withCard && (
          <section className={classes.section}>
            <CardNumber value={card} change={setCard} fault={fault('cardId')} />
            <PinWaysOfOne label={t('If the card needs a PIN')} value={pins} change={setPins} />
          </section>
        )}
        <section className={classes.section}>
          <KeySettings kind={kind} own={own} setOwn={setOwn} set={setSettings} settings={settings} />
        </section>
        <section className={classes.section}>
          <TextInput
            label={t('Name')}
            description={t('If empty, the key is named after its type')}
            value={name}
            maxLength={100}
            onChange={event => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('If the user already has a key of this type')}
            value={ifOneExists}
            data={enrolmentPolicies.map(value => ({ value, label: t(ifOne[value]) }))}
            onChange={event => setIfOne(event.currentTarget.value as keyof typeof ifOne)}
          />
        </section>
        {general && (
          <p className="cv-bad" role="alert">
            {general}
          </p>
        )}
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={assign.isPending} disabled={people.length === 0}>
            {several ? t('Assign {count} keys', { count: people.length }) : t('Assign key')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
