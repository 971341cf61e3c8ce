import { registration } from '@claviger/contract/access/registration'
import type { RegistrationState } from '@claviger/contract/access/registration'
import { Button, Group, Stack } from '@mantine/core'
import { IconCreditCard, IconDeviceMobile, IconUsb } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#platform/data/call.ts'
import { makePasskey } from '#platform/data/passkey-ceremony.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t } from '#platform/text/text.ts'
import { OptionCards } from '#platform/ui/steps/OptionCards.tsx'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'
import { CardPart } from './CardPart.tsx'
import { BeginKey, KeyPanel } from '../KeyPanel.tsx'
import type { Attachment } from '../KeyPanel.tsx'
import { useCeremony } from '../useCeremony.ts'

const kinds = [
  {
    value: 'any',
    label: msg('This device or phone'),
    help: msg('With its fingerprint or face recognition, or its PIN'),
    icon: IconDeviceMobile,
  },
  {
    value: 'card',
    label: msg('Access card'),
    help: msg('Your access card, on a reader that types its number'),
    icon: IconCreditCard,
  },
  {
    value: 'cross-platform',
    label: msg('Hardware key'),
    help: msg('USB or NFC, for example a YubiKey'),
    icon: IconUsb,
  },
]

/** The first passkey; the server keeps it until the owner exists (R32). */
export default function SecurityKeyStep({ state, advance, back, refused }: BegunProps) {
  const [attachment, setAttachment] = useState<Attachment | 'card'>('any')
  const [told, setTold] = useState<RegistrationState | null>(state.hasPasskey || state.hasCard ? state : null)
  const { stage, seconds, problem, run, cancel } = useCeremony(refused)
  const without = useWrite(registration.skipPasskey, { quiet: true, done: advance })
  const skip = () => without.mutate({}, { onError: refused })
  const saved = told !== null && (stage === 'ready' || stage === 'saved')

  const create = () =>
    run(async progress => {
      if (attachment === 'card') return
      const { creation } = await call(registration.challenge, { attachment }, { quiet: true })
      progress.waiting(Math.round(creation.timeout / 1000))
      const made = await makePasskey(creation)
      progress.saving()
      const reply = await call(registration.storePasskey, made, { quiet: true })
      if (reply.state === null) return
      setTold(reply.state)
      advance(reply.state)
    })

  const choice = (
    <OptionCards
      label={t('Security key type')}
      of={state.kind === 'personal' ? kinds.filter(({ value }) => value !== 'card') : kinds}
      value={attachment}
      pick={value => {
        cancel()
        setAttachment(value as Attachment | 'card')
      }}
    />
  )
  const unsaved = {
    note: t('You can continue once the key is saved.'),
    beside: (
      <Button size="md" variant="default" loading={without.isPending} onClick={skip}>
        {t('Skip for now')}
      </Button>
    ),
  }
  if (attachment === 'card' && !saved)
    return (
      <Stack gap={20}>
        {choice}
        <CardPart saved={setTold} refused={refused} />
        <StepFoot back={back} disabled {...unsaved} />
      </Stack>
    )

  return (
    <Stack
      component="form"
      gap={20}
      onSubmit={event => {
        event.preventDefault()
        if (saved) advance(told)
        else if (stage === 'ready') void create()
      }}
    >
      {!saved && choice}
      <KeyPanel
        stage={saved ? 'saved' : stage}
        seconds={seconds}
        problem={problem}
        attachment={attachment === 'card' ? 'any' : attachment}
        cancel={cancel}
        ready={
          <BeginKey label={t('Create passkey')} begin={() => void create()}>
            {attachment === 'any'
              ? t('Your browser asks where to save the passkey: on this device, or on a phone that scans a code.')
              : t('Have your key ready. Plug it in or hold it to the reader, then touch it.')}
          </BeginKey>
        }
        saved={
          <>
            <span>
              {told?.hasCard
                ? t('Your access card is saved. It works as soon as your account is created.')
                : t('Your security key is saved.')}
            </span>
            <Group component="span" gap={8} align="stretch">
              <Button variant="default" onClick={() => setTold(null)}>
                {t('Use another key…')}
              </Button>
              <Button variant="subtle" loading={without.isPending} onClick={skip}>
                {t('Continue without a key')}
              </Button>
            </Group>
          </>
        }
      />
      <StepFoot key={String(saved)} back={back} disabled={!saved} autoFocus={saved} {...(saved ? {} : unsaved)} />
    </Stack>
  )
}
