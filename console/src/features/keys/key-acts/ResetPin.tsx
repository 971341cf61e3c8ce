import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import classes from '../keys.module.css'

export default function ResetPin({ of, close }: { of: SecurityKey; close: () => void }) {
  const [way, setWay] = useState('make')
  const [pin, setPin] = useState('')
  const [shown, setShown] = useState<string | null>(null)
  const reset = useWrite(keyActCalls.resetPin, {
    quiet: true,
    done(reply) {
      if (reply.pin !== null) return setShown(reply.pin)
      toast('success', reply.mailed ? t('New PIN sent by email') : t('PIN changed'))
      close()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    reset.mutate({ deviceId: of.id, ...(way === 'type' ? { pin } : {}) })
  }
  if (shown !== null)
    return (
      <Dialog open title={t('New PIN')} close={close}>
        <p className={classes.pin}>
          <b>{shown}</b> <Copy value={shown} what={t('PIN')} />
        </p>
        <p>
          {t('{owner} has no email address. Give them this PIN now because it is shown only once.', {
            owner: of.owner.name,
          })}
        </p>
        <div className="cv-foot">
          <Button data-autofocus onClick={close}>
            {t('Close')}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog open title={t('Reset PIN of {name}', { name: of.name })} close={close}>
      <form onSubmit={send} className={classes.parts}>
        <SegmentedControl
          fullWidth
          value={way}
          onChange={setWay}
          aria-label={t('New PIN')}
          data={[
            { value: 'make', label: t('Generate and email a PIN') },
            { value: 'type', label: t('Enter a PIN') },
          ]}
        />
        {way === 'type' ? (
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
          <p className={classes.help}>
            {t('A PIN that follows the workspace rules is sent to {owner} by email. No other user can see it.', {
              owner: of.owner.name,
            })}
          </p>
        )}
        {way === 'make' && reset.error && <p className={classes.fault}>{reset.error.message}</p>}
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={reset.isPending} disabled={way === 'type' && pin === ''}>
            {t('Reset PIN')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
