import { apiKeys } from '@claviger/contract/connect/api-keys'
import type { ApiKey } from '@claviger/contract/connect/api-keys'
import { t } from '#platform/text/text.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Granted } from './LimitFields.tsx'

interface KeeperAct {
  apiKey: ApiKey
  close: () => void
}

export function TakeOver({ apiKey, close }: KeeperAct) {
  const keeper = apiKey.keeperName ?? apiKey.createdBy
  return (
    <Dialog open title={t('Take over “{name}”?', { name: apiKey.name })} close={close}>
      <Form
        of={apiKeys.takeOver}
        start={{}}
        fixed={{ id: apiKey.id }}
        done={() => {
          toast('success', t('You are now responsible for this API key'))
          close()
        }}
      >
        <p>
          {t(
            'A key never has more permissions than the administrator responsible for it. Currently, that is {keeper}.',
            { keeper },
          )}
        </p>
        <p>{t("Take over the key only if you know which program uses it. If you can't find out, delete it.")}</p>
        <Foot save={t('Take over')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}

/** An owner grants a key actions that otherwise require a passkey. */
export function GrantActs({ apiKey, close }: KeeperAct) {
  return (
    <Dialog open title={t('Sensitive actions of “{name}”', { name: apiKey.name })} close={close}>
      <Form
        of={apiKeys.grant}
        start={{ granted: apiKey.granted }}
        fixed={{ id: apiKey.id }}
        done={() => {
          toast('success', t('Sensitive actions saved'))
          close()
        }}
      >
        <Granted of={apiKey} />
        <Foot save={t('Save actions')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}
