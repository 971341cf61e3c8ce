import { outgoingFeatures, outgoingNames, privateTargets } from '@claviger/contract/tenancy/private-targets'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { addressOf } from './target-address.ts'

/** A drawer in which an owner allows calls to an address before anything was blocked. */
export default function AllowAddress({ close }: { close: () => void }) {
  return (
    <Panel open title={t('Allow private address')} close={close}>
      <Form
        of={privateTargets.approve}
        start={{ feature: outgoingFeatures[0], host: '', port: '' }}
        done={target => {
          toast('success', t('{address} allowed', { address: addressOf(target) }))
          close()
        }}
      >
        <Choice
          name="feature"
          label={t('Feature')}
          options={outgoingFeatures.map(value => ({ value, label: t(outgoingNames[value]) }))}
        />
        <Text
          name="host"
          label={t('Host')}
          help={t('Host name or IP address, such as ldap.hospital.example')}
          autoFocus
        />
        <Text name="port" label={t('Port')} help={t('Leave empty for every port')} inputMode="numeric" />
        <Foot save={t('Allow private address')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
