import { passwordTypes } from '@claviger/contract/keys/stored-passwords'
import { TextInput } from '@mantine/core'
import { msg, t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Password } from '#platform/ui/fields/Password.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { useField, useFormState } from '#platform/ui/form/context.ts'
import { typeOptions } from './password-types.ts'

const places: Record<number, { name: string; label: string; help: string }> = {
  [passwordTypes.web]: {
    name: 'url',
    label: msg('URL'),
    help: msg('The page with the sign-in form, for example https://pay.example'),
  },
  [passwordTypes.windowsApplication]: {
    name: 'processName',
    label: msg('Process name'),
    help: msg('The program that asks for the password, for example sap.exe'),
  },
  [passwordTypes.windowsLocal]: {
    name: 'computerName',
    label: msg('Computer name'),
    help: msg('A computer name, or a dot for any computer'),
  },
}

function Place({ name, label, help }: { name: string; label: string; help: string }) {
  const { props, size } = useField(name)
  return <TextInput {...props} size={size} label={t(label)} description={t(help)} autoComplete="off" />
}

export function PasswordFields({ changes }: { changes: boolean }) {
  const { fields } = useFormState()
  const type = Number(fields.values['type'])
  const place = places[type]
  return (
    <>
      <Choice name="type" label={t('Type')} options={typeOptions()} />
      {place && <Place key={place.name} {...place} />}
      <Text
        name="username"
        label={t('Username')}
        autoComplete="off"
        {...(type === passwordTypes.domain ? { help: t('Format: domain\\user') } : {})}
      />
      <Password
        name="password"
        label={changes ? t('New password') : t('Password')}
        autoComplete="new-password"
        help={
          changes
            ? t('Leave empty to keep the password. If you change where it is used, enter the password again.')
            : undefined
        }
      />
      <Tick
        name="pinRequired"
        label={t('Pin Required')}
        help={t("The key's PIN is required before the password is filled in")}
      />
    </>
  )
}
