import { InputBase, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useField } from '../form/context.ts'
import { Label } from './Label.tsx'

export interface TextProps {
  name: string
  label: string
  help?: ReactNode
  placeholder?: string
  lines?: number
  autoComplete?: string
  inputMode?: 'text' | 'numeric' | 'email' | 'url' | 'tel'
  type?: 'text' | 'email' | 'url'
  icon?: ReactNode
  disabled?: boolean
  autoFocus?: boolean
  maxLength?: number
}

export function Text({ name, label, help, lines = 1, icon, autoFocus, ...rest }: TextProps) {
  const { props, optional, size } = useField(name)
  const shared = {
    ...props,
    ...rest,
    size,
    label: <Label text={label} optional={optional} />,
    description: help,
    required: false,
    ...(autoFocus ? { 'data-autofocus': true, autoFocus } : {}),
  }
  return lines > 1 ? (
    <InputBase {...shared} component="textarea" multiline rows={lines} />
  ) : (
    <TextInput {...shared} leftSection={icon} />
  )
}

export const Email = (props: TextProps) => <Text type="email" inputMode="email" autoComplete="email" {...props} />
