import { checkPin } from '@claviger/contract/platform/pin-check'
import { useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Heading } from '../controls/Heading.tsx'
import { PinField } from '../controls/PinField.tsx'
import { StepActions } from '../controls/StepActions.tsx'
import { anyPin, pinFaults } from '../flow/pin-flow.ts'
import { canGoBack, isBusy } from '../state/page-view.ts'
import { t } from '#platform/light-page/page-texts.ts'
import { PinList } from './PinList.tsx'
import type { StepProps } from './step-props.ts'
import classes from '../look/pin.module.css'
import steps from '../look/steps.module.css'

const fills = 'one-time-code'

/** Step 4: the PIN, typed twice and checked against the rules on each keystroke (R108–R113). */
export function PinStep({ state, tell }: StepProps) {
  const rules = state.wizard.pinConfig ?? anyPin
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [sent, setSent] = useState(false)
  const faults = pinFaults(rules, pin, again)
  const differs = again.length >= pin.length && again !== '' && faults.again !== null
  return (
    <form
      noValidate
      className={`cv-column ${steps.form}`}
      onSubmit={event => {
        event.preventDefault()
        setSent(true)
        const form = event.currentTarget
        if (faults.pin !== null || faults.again !== null)
          requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
        tell({ is: 'pin-typed', pin, again })
      }}
    >
      <Heading title={t('Set PIN')} under={t('You enter this PIN each time you tap your badge.')} />
      <div className={classes.beside}>
        <div className={classes.fields}>
          <PinField
            label={t('Set a PIN for the card')}
            value={pin}
            maxLength={256}
            autoComplete={fills}
            fault={sent && faults.pin !== null ? t(faults.pin) : null}
            onChange={event => setPin(event.currentTarget.value)}
          />
          <PinField
            label={t('Confirm PIN')}
            value={again}
            maxLength={256}
            autoComplete={fills}
            fault={(sent || differs) && faults.again !== null ? t(faults.again) : null}
            onChange={event => setAgain(event.currentTarget.value)}
          />
        </div>
        <PinList checks={checkPin(rules, pin)} typed={pin !== ''} />
      </div>
      <StepActions back={canGoBack(state) ? () => tell({ is: 'back' }) : null}>
        <Button kind="primary" type="submit" busy={isBusy(state)}>
          {t('Next')}
        </Button>
      </StepActions>
    </form>
  )
}
