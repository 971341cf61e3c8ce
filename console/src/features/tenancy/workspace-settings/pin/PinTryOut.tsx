import { checkPin, pinConfigOf } from '@claviger/contract/ground/pin'
import type { PinCheck, PinRule } from '@claviger/contract/ground/pin'
import { TextInput } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormState } from '../../../../ground/ui/form/context.ts'
import classes from '../settings.module.css'

const words = { pass: 'Met', fail: 'Not yet', 'not applicable': 'Not required' } as const
const icons = { pass: IconCircleCheckFilled, fail: IconCircle, 'not applicable': IconCircleDashed } as const

function Line({ check }: { check: PinCheck }) {
  const Icon = icons[check.verdict]
  return (
    <li data-verdict={check.verdict}>
      <Icon size={16} stroke={1.7} aria-hidden />
      {check.says}
      <span className={classes.verdict}>{words[check.verdict]}</span>
    </li>
  )
}

/** A PIN held against the rules as they stand on the form, saved or not. */
export function PinTryOut() {
  const { fields, size } = useFormState()
  const [pin, setPin] = useState('')
  const rules = fields.values['rules'] as readonly PinRule[]
  return (
    <div>
      <TextInput
        size={size}
        label="Try a PIN"
        description="It stays in this page and is not sent."
        value={pin}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        onChange={event => setPin(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
      <ul className={classes.checks} aria-live="polite" aria-label="What the rules say of it">
        {checkPin(pinConfigOf(rules), pin).map(check => (
          <Line key={check.rule} check={check} />
        ))}
      </ul>
    </div>
  )
}
