import { checkPin, pinConfigOf } from '@claviger/contract/platform/pin'
import type { PinRule } from '@claviger/contract/platform/pin'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { PinChecks } from '../PinChecks.tsx'

export function PinTryOut() {
  const { fields, size } = useFormState()
  const [pin, setPin] = useState('')
  const rules = fields.values['rules'] as readonly PinRule[]
  return (
    <div>
      <TextInput
        size={size}
        label={t('Test a PIN')}
        description={t('The PIN stays on this page and is not sent.')}
        value={pin}
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        onChange={event => setPin(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
      <PinChecks checks={checkPin(pinConfigOf(rules), pin)} />
    </div>
  )
}
