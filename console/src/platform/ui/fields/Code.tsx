import { Input, PinInput } from '@mantine/core'
import '@mantine/core/styles/PinInput.layer.css'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { t } from '#platform/text/text.ts'
import { useField, useFormState } from '../form/context.ts'
import classes from './fields.module.css'

export function Code({ name, label, complete }: { name: string; label: string; complete?: () => void }) {
  const { props } = useField(name)
  const { fields, problem } = useFormState()
  const id = useId()
  const digits = useRef<HTMLDivElement>(null)

  // Clear a refused code: typing over it would submit a mixture at the first digit and use up an attempt
  const empty = useEffectEvent(() => {
    fields.set(name, '')
    if (props.error !== undefined) fields.fault(name, props.error)
    digits.current?.querySelector('input')?.focus()
  })
  useEffect(() => {
    if (problem !== null) empty()
  }, [problem])

  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={props.error}>
      <PinInput
        rootRef={digits}
        className={classes.code}
        classNames={{ input: classes.digit }}
        role="group"
        aria-labelledby={id}
        getInputProps={index => ({ 'aria-label': t('Digit {digit} of {length}', { digit: index + 1, length: 6 }) })}
        length={6}
        gap={8}
        type="number"
        oneTimeCode
        autoFocus
        placeholder=""
        value={props.value}
        onChange={props.onChange}
        error={Boolean(props.error)}
        {...(complete ? { onComplete: () => setTimeout(complete) } : {})}
      />
    </Input.Wrapper>
  )
}
