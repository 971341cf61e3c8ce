import { protocols } from '@claviger/contract/apps/applications'
import { catalogue } from '@claviger/contract/apps/catalogue'
import type { PresetField } from '@claviger/contract/apps/catalogue/preset'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { Stack, TextInput } from '@mantine/core'
import type { CallError } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'
import { Anchor } from '#platform/ui/bits/Anchor.tsx'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Fields } from '#platform/ui/form/useFields.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'
import { fieldNames, isGeneral } from './preset-labels.ts'

type Offered = OutputOf<typeof catalogue.presets.reply>['presets'][number]
type Values = Partial<Record<PresetField, string>>

function Asked({ field, first }: { field: PresetField; first: boolean }) {
  const { fields } = useFormState()
  const values = fields.values['values'] as Values
  const { label, example, help } = fieldNames[field]
  return (
    <TextInput
      size="sm"
      label={t(label)}
      description={help === undefined ? undefined : t(help)}
      placeholder={example}
      autoComplete="off"
      autoFocus={first}
      value={values[field] ?? ''}
      error={fields.errors[`values.${field}`]}
      onChange={event => fields.set('values', { ...values, [field]: event.currentTarget.value })}
    />
  )
}

function placed({ code, message }: CallError, fields: Fields): boolean {
  if (code !== 'application-name-taken') return false
  fields.fault('name', message)
  return true
}

/** The application often asks for this address first, so it can be read before the form is filled in. */
function OwnMetadata() {
  const { me } = useSession()
  const address = `${window.location.origin}/saml/${me.workspace.id}/metadata`
  return (
    <Notice>
      <p>{t('Does the application ask for the metadata of your identity provider? Use this URL:')}</p>
      <p>
        <Anchor href={address}>{address}</Anchor> <Copy value={address} what={t('metadata URL')} />
      </p>
    </Notice>
  )
}

export function FillIn({
  of,
  back,
  done,
}: {
  of: Offered
  back: () => void
  done: (made: OutputOf<typeof catalogue.make.reply>) => void
}) {
  const empty = (values: Record<string, unknown>) =>
    Object.fromEntries(
      of.fields
        .filter(field => ((values['values'] as Values)[field] ?? '').trim() === '')
        .map(field => [`values.${field}`, t('This field is required')]),
    )
  return (
    <Stack gap={20} maw={720}>
      {of.protocol === protocols.saml && <OwnMetadata />}
      <Form
        of={catalogue.make}
        start={{ name: isGeneral(of.key) ? '' : of.name, values: {} }}
        fixed={{ preset: of.key }}
        needed="name"
        faultsOf={empty}
        refused={placed}
        done={done}
      >
        <Text name="name" label={t('Name')} autoComplete="off" maxLength={100} help={t('Shown to users in My Apps')} />
        {of.fields.map((field, place) => (
          <Asked key={field} field={field} first={place === 0} />
        ))}
        <Foot save={t('Add application')} cancel={{ label: t('Back'), do: back }} />
      </Form>
    </Stack>
  )
}
