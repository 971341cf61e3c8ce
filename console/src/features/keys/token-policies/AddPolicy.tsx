import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { rememberedPinHours } from '@claviger/contract/tenancy/workspace-settings'
import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { useField } from '#platform/ui/form/context.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { SwitchField } from '#features/tenancy/workspace-settings/OnOff.tsx'
import { usesWithoutPinText } from '../key-labels.ts'
import { Pick } from '#features/tenancy/workspace-settings/Pick.tsx'
import { cardChoices } from './token-policy-labels.ts'

function Hours() {
  const { fields, props, size } = useField('rememberedPinHours')
  const value = fields.values['rememberedPinHours']
  return (
    <NumberInput
      size={size}
      label={t('Remember PIN (hours)')}
      description={t('With 0, the PIN is required at every use')}
      error={props.error}
      value={typeof value === 'number' ? value : ''}
      min={rememberedPinHours.min}
      max={rememberedPinHours.max}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      onChange={next => fields.set('rememberedPinHours', typeof next === 'number' ? next : undefined)}
      onBlur={() => fields.checkOne('rememberedPinHours')}
    />
  )
}

export default function AddPolicy({ first, close }: { first: boolean; close: () => void }) {
  return (
    <Panel open title={t('Add policy')} close={close}>
      <Form
        of={tokenPolicies.create}
        start={{
          name: '',
          cardVerification: 4,
          phoneVerification: 1,
          credentialStorageLocation: 1,
          offlineLogin: false,
          proximity: false,
          audit: true,
          rememberedPinHours: 0,
          makeDefault: first,
        }}
        refused={(refusal, fields) => {
          if (refusal.code !== 'policy-name-taken') return false
          fields.fault('name', refusal.message)
          return true
        }}
        done={policy => {
          toast('success', t('{name} added', { name: policy.name }))
          close()
        }}
      >
        <Text name="name" label={t('Name')} autoFocus />
        <Pick
          name="cardVerification"
          label={t('Access card verification')}
          options={cardChoices()}
          help={usesWithoutPinText()}
        />
        <SwitchField
          name="offlineLogin"
          label={t('Works offline')}
          help={t('A reader can accept the key while it is offline')}
        />
        <SwitchField
          name="proximity"
          label={t('Bluetooth proximity')}
          help={t('The phone can approve sign-ins only when it is near the computer')}
        />
        <SwitchField
          name="audit"
          label={t('Log key use')}
          help={t("When off, the activity log doesn't show where the key was used")}
        />
        <Hours />
        <SwitchField
          name="makeDefault"
          label={t('Default')}
          help={t('Applies to new keys of users without their own policy')}
        />
        <Foot save={t('Add policy')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
