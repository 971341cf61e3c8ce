import { securityKeys, traitsOf } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'

export default function EditKey({ of, close }: { of: SecurityKey; close: () => void }) {
  const { proximity, offline } = traitsOf(of.type)
  return (
    <Panel open title={t('Edit {name}', { name: of.name })} close={close}>
      <Form
        of={securityKeys.update}
        start={{
          name: of.name,
          audit: of.audit,
          ...(proximity ? { proximity: of.proximity } : {}),
          ...(offline ? { offlineLogin: of.offlineLogin } : {}),
        }}
        fixed={{ id: of.id }}
        done={() => {
          toast('success', t('Key changed'))
          close()
        }}
      >
        <Text name="name" label={t('Name')} autoFocus />
        {proximity && (
          <Tick
            name="proximity"
            label={t('Bluetooth proximity')}
            help={t('The phone can approve sign-ins only when it is near the computer')}
          />
        )}
        {offline && (
          <Tick
            name="offlineLogin"
            label={t('Offline sign-in')}
            help={t('A reader can accept the key while it is offline')}
          />
        )}
        <Tick
          name="audit"
          label={t('Log key use')}
          help={t("When off, the activity log doesn't show where the key was used")}
        />
        <Foot save={t('Save changes')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
