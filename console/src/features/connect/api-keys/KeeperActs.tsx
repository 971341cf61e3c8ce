import { apiKeys } from '@claviger/contract/connect/api-keys'
import type { ApiKey } from '@claviger/contract/connect/api-keys'
import { t } from '../../../ground/text/text.ts'
import { Foot } from '../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../ground/ui/form/Form.tsx'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Granted } from './LimitFields.tsx'

interface KeeperAct {
  apiKey: ApiKey
  close: () => void
}

/** An owner answers for a key from now on. */
export function TakeOver({ apiKey, close }: KeeperAct) {
  const keeper = apiKey.keeperName ?? apiKey.createdBy
  return (
    <Dialog open title={t('Take over “{name}”?', { name: apiKey.name })} close={close}>
      <Form
        of={apiKeys.takeOver}
        start={{}}
        fixed={{ id: apiKey.id }}
        done={() => {
          toast('success', t('You answer for this API key now'))
          close()
        }}
      >
        <p>{t('A key never has more rights than whoever answers for it. Until now that is {keeper}.', { keeper })}</p>
        <p>{t('Take it over only when you know which program uses it. If nobody knows, delete it.')}</p>
        <Foot save={t('Take over')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}

/** An owner says what a key may do though it asks people for a passkey. */
export function GrantActs({ apiKey, close }: KeeperAct) {
  return (
    <Dialog open title={t('Sensitive acts of “{name}”', { name: apiKey.name })} close={close}>
      <Form
        of={apiKeys.grant}
        start={{ granted: apiKey.granted }}
        fixed={{ id: apiKey.id }}
        done={() => {
          toast('success', t('Sensitive acts saved'))
          close()
        }}
      >
        <Granted of={apiKey} />
        <Foot save={t('Save acts')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}
