import { Input, PinInput } from '@mantine/core'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/PinInput.layer.css'
import { useId } from 'react'
import { useField } from '../form/context.ts'
import classes from './fields.module.css'

/** Six digits that came by mail; the system may fill them, and the last digit can send the form. */
export function Code({ name, label, complete }: { name: string; label: string; complete?: () => void }) {
  const { props } = useField(name)
  const id = useId()
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={props.error}>
      <PinInput
        className={classes.code}
        classNames={{ input: classes.digit }}
        role="group"
        aria-labelledby={id}
        getInputProps={index => ({ 'aria-label': `Digit ${index + 1} of 6` })}
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
