import { PasswordInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { t } from '#platform/text/text.ts'
import { useField } from '../form/context.ts'
import { Label } from './Label.tsx'
import type { TextProps } from './Text.tsx'

export function Password({ name, label, help, autoComplete = 'current-password', autoFocus }: TextProps) {
  const { props, optional, size } = useField(name)
  return (
    <PasswordInput
      {...props}
      size={size}
      label={<Label text={label} optional={optional} />}
      description={help}
      autoComplete={autoComplete}
      visibilityToggleButtonProps={{ 'aria-label': t('Show PIN') }}
      {...(autoFocus ? { 'data-autofocus': true, autoFocus } : {})}
    />
  )
}
