import { checkPin, pinAccepted, pinLength, type PinConfig } from '@claviger/contract/platform/pin'
import { Box, Button, PasswordInput, Stack } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { PinChecks } from '#features/tenancy/workspace-settings/PinChecks.tsx'

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
    <Grid
      component="form"
      columns="minmax(0, 1fr) minmax(260px, 1fr)"
      gap={24}
      align="start"
      below={768}
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
      <Box className="cv-box" p={16} fz={14}>
        <Box component="h2" fz={13} fw={600}>
          {t('PIN rules')}
        </Box>
        <PinChecks checks={checkPin(rules, pin)} />
      </Box>
    </Grid>
  )
}
