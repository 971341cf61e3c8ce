import { checkPin, pinAccepted, pinLength, type PinConfig } from '@claviger/contract/platform/pin'
import { Button, PasswordInput, Stack } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { PinChecks } from '#features/tenancy/workspace-settings/PinChecks.tsx'
import classes from './activation.module.css'

export function PinStep({
  rules,
  busy,
  skip,
  set,
}: {
  rules: PinConfig
  busy: boolean
  /** Whether the holder can set the PIN at the next tap instead. */
  skip: boolean
  set: (pin: string | undefined) => void
}) {
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [asked, setAsked] = useState(false)
  const fits = pinAccepted(rules, pin) && Array.from(pin).length >= pinLength.min
  const toggle = { 'aria-label': t('Show PIN') }
  const fault = pin === '' ? t('PIN is required') : t('PIN is not in the right format!')
  const differs = again !== pin && (asked || again.length >= pin.length) && again !== ''
  return (
    <form
      className={classes.pin}
      onSubmit={event => {
        event.preventDefault()
        setAsked(true)
        if (fits && again === pin) set(pin)
      }}
    >
      <Stack gap={16}>
        <PasswordInput
          size="md"
          label={t('Set a PIN for the card')}
          value={pin}
          maxLength={pinLength.max}
          autoComplete="new-password"
          autoFocus
          error={asked && !fits ? fault : null}
          visibilityToggleButtonProps={toggle}
          onChange={event => setPin(event.currentTarget.value)}
        />
        <PasswordInput
          size="md"
          label={t('Confirm PIN')}
          value={again}
          maxLength={pinLength.max}
          autoComplete="new-password"
          error={
            differs
              ? t('The two PINs that you entered do not match!')
              : asked && again === ''
                ? t('Enter the PIN again')
                : null
          }
          visibilityToggleButtonProps={toggle}
          onChange={event => setAgain(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={busy}>
          {t('Set PIN')}
        </Button>
        {skip && (
          <Button variant="subtle" disabled={busy} onClick={() => set(undefined)}>
            {t('Skip and set the PIN at my next tap')}
          </Button>
        )}
      </Stack>
      <div className={classes.rules}>
        <h2>{t('PIN rules')}</h2>
        <PinChecks checks={checkPin(rules, pin)} />
      </div>
    </form>
  )
}
