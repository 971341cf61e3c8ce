import { Checkbox, InputBase, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { createContext, use } from 'react'
import { t } from '#platform/text/text.ts'
import { Label } from '#platform/ui/fields/Label.tsx'
import { useFormState } from '#platform/ui/form/context.ts'

export type SettingsField = 'oidc' | 'saml' | 'proxy' | 'bookmark'

export const SettingsOf = createContext<SettingsField>('oidc')

type Settings = Readonly<Record<string, unknown>>

export function useSetting(name: string) {
  const of = use(SettingsOf)
  const { fields } = useFormState()
  const all = fields.values[of] as Settings
  const path = `${of}.${name}`
  const fault = Object.entries(fields.errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1]
  return {
    all,
    value: all[name],
    fault,
    set: (value: unknown) => fields.set(of, { ...all, [name]: value }),
  }
}

interface SettingProps {
  name: string
  label: string
  help?: string
}

export function SettingText({
  name,
  label,
  help,
  placeholder,
  optional = true,
  lines = 1,
}: SettingProps & { placeholder?: string; optional?: boolean; lines?: number }) {
  const { value, set, fault } = useSetting(name)
  const shared = {
    size: 'sm',
    label: <Label text={label} optional={optional} />,
    description: help,
    placeholder: placeholder ?? '',
    value: typeof value === 'string' ? value : '',
    error: fault,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set(currentTarget.value === '' && optional ? null : currentTarget.value),
  } as const
  return lines > 1 ? (
    <InputBase {...shared} component="textarea" multiline rows={lines} />
  ) : (
    <TextInput {...shared} autoComplete="off" />
  )
}

const asLines = (value: unknown) => (Array.isArray(value) ? value.join('\n') : '')

export function SettingLines({ name, label, help, optional = false }: SettingProps & { optional?: boolean }) {
  const { value, set, fault } = useSetting(name)
  const listOf = (text: string) => text.split('\n').map(line => line.trim())
  return (
    <InputBase
      component="textarea"
      multiline
      rows={3}
      size="sm"
      label={<Label text={label} optional={optional} />}
      description={help}
      error={fault}
      value={asLines(value)}
      onChange={event => set(listOf(event.currentTarget.value))}
      onBlur={event => set(listOf(event.currentTarget.value).filter(line => line !== ''))}
    />
  )
}

export function SettingCertificates({ name, label, help, optional = true }: SettingProps & { optional?: boolean }) {
  const { value, set, fault } = useSetting(name)
  const several = (text: string) => text.split(/(?<=-----END CERTIFICATE-----)/).filter(one => one.trim() !== '')
  return (
    <InputBase
      component="textarea"
      multiline
      rows={4}
      size="sm"
      label={<Label text={label} optional={optional} />}
      description={help}
      placeholder="-----BEGIN CERTIFICATE-----"
      error={fault}
      value={Array.isArray(value) ? value.join('') : ''}
      onChange={event => set(several(event.currentTarget.value))}
    />
  )
}

export function SettingChoice({
  name,
  label,
  help,
  options,
}: SettingProps & { options: readonly (readonly [value: string, label: string])[] }) {
  const { value, set, fault } = useSetting(name)
  return (
    <NativeSelect
      size="sm"
      label={label}
      description={help}
      error={fault}
      value={String(value)}
      data={options.map(([one, word]) => ({ value: one, label: t(word) }))}
      onChange={event => set(event.currentTarget.value)}
    />
  )
}

export function SettingSwitch({ name, label, help }: SettingProps) {
  const { value, set, fault } = useSetting(name)
  return (
    <Checkbox
      size="xs"
      label={label}
      description={help}
      error={fault}
      checked={value === true}
      onChange={event => set(event.currentTarget.checked)}
    />
  )
}

export function SettingSome({
  name,
  label,
  options,
}: SettingProps & { options: readonly (readonly [value: string, label: string])[] }) {
  const { value, set, fault } = useSetting(name)
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <Checkbox.Group
      label={label}
      error={fault}
      value={chosen}
      onChange={next => set(options.map(([one]) => one).filter(one => next.includes(one)))}
    >
      {options.map(([one, word]) => (
        <Checkbox key={one} size="xs" mt={8} value={one} label={t(word)} />
      ))}
    </Checkbox.Group>
  )
}
