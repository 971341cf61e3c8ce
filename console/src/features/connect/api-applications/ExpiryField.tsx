import { TextInput } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { dayIn, endOfDay } from '../api-keys/api-key-labels.ts'

/** Expiry date of a client secret, which only the provider knows; certificates contain theirs. */
export function ExpiryField({ name }: { name: string }) {
  const { fields, size } = useFormState()
  const { error } = fields.input(name)
  return (
    <TextInput
      type="date"
      size={size}
      label={t('Secret expires on (optional)')}
      description={t('You get a warning 30 days before. Certificates contain their own expiration date.')}
      value={dayIn((fields.values[name] as string | null) ?? undefined)}
      onChange={event => fields.set(name, endOfDay(event.currentTarget.value) ?? null)}
      error={error}
    />
  )
}
