import { checkPin, pinConfigOf } from '@claviger/contract/ground/pin'
import type { PinCheck, PinRule } from '@claviger/contract/ground/pin'
import { TextInput } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import { msg, t } from '../../../../ground/text/text.ts'
import { useFormState } from '../../../../ground/ui/form/context.ts'
import classes from '../settings.module.css'

const words = { pass: msg('Met'), fail: msg('Not yet'), 'not applicable': msg('Not required') } as const
const icons = { pass: IconCircleCheckFilled, fail: IconCircle, 'not applicable': IconCircleDashed } as const

function Line({ check }: { check: PinCheck }) {
  const Icon = icons[check.verdict]
  return (
    <li data-verdict={check.verdict}>
      <Icon size={16} stroke={1.7} aria-hidden />
      {t(check.says)}
      <span className={classes.verdict}>{t(words[check.verdict])}</span>
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
        label={t('Try a PIN')}
        description={t('It stays in this page and is not sent.')}
        value={pin}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        onChange={event => setPin(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
      <ul className={classes.checks} aria-live="polite" aria-label={t('What the rules say of it')}>
        {checkPin(pinConfigOf(rules), pin).map(check => (
          <Line key={check.rule} check={check} />
        ))}
      </ul>
    </div>
  )
}
