import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { keyActCalls, type SinglePinResetMethod } from '@claviger/contract/keys/key-acts'
import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { PinWaysOfOne } from './PinWays.tsx'
import { ShownPin } from './ShownPin.tsx'

export default function ResetPin({ of, close }: { of: SecurityKey; close: () => void }) {
  const [by, setBy] = useState<'new' | 'type'>('new')
  const [pins, setPins] = useState<SinglePinResetMethod>('later')
  const [pin, setPin] = useState('')
  const [shown, setShown] = useState<string | null>(null)
  const reset = useWrite(keyActCalls.resetPin, {
    quiet: true,
    done(reply) {
      if (reply.pin !== null) return setShown(reply.pin)
      toast('success', by === 'type' ? t('PIN changed') : t('PIN reset'), {
        ...(reply.mailed && {
          detail: t('{owner} receives an email that explains how to set a new PIN.', { owner: of.owner.name }),
        }),
      })
      close()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    reset.mutate({ deviceId: of.id, ...(by === 'type' ? { pin } : { pins }) })
  }
  if (shown !== null)
    return (
      <Dialog open title={t('New PIN')} close={close}>
        <ShownPin pin={shown} owner={of.owner.name} />
        <div className="cv-foot">
          <Button data-autofocus onClick={close}>
            {t('Close')}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog open title={t('Reset PIN of {name}', { name: of.name })} close={close}>
      <Stack onSubmit={send} component="form" className="cv-linked" gap={16}>
        <SegmentedControl
          fullWidth
          value={by}
          onChange={setBy}
          aria-label={t('New PIN')}
          data={[
            { value: 'new', label: t('Reset PIN') },
            { value: 'type', label: t('Enter a PIN') },
          ]}
        />
        {by === 'type' ? (
          <TextInput
            label={t('New PIN')}
            description={t('Follow the PIN rules of the workspace. {owner} is notified of the change by email.', {
              owner: of.owner.name,
            })}
            value={pin}
            maxLength={63}
            autoComplete="off"
            error={reset.error?.message}
            onChange={event => setPin(event.currentTarget.value)}
          />
        ) : (
          <PinWaysOfOne label={t('New PIN')} value={pins} change={setPins} />
        )}
        {by === 'new' && reset.error && <p className="cv-bad">{reset.error.message}</p>}
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={reset.isPending} disabled={by === 'type' && pin === ''}>
            {t('Reset PIN')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  )
}
