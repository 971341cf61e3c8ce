import { credentials } from '@claviger/contract/keys/credentials'
import type { Passkey } from '@claviger/contract/keys/credentials'
import { t } from '#platform/text/text.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'

export function RenameKey({ passkey, close }: { passkey: Passkey; close: () => void }) {
  return (
    <Dialog open title={t('Rename passkey')} close={close}>
      <Form of={credentials.rename} start={{ name: passkey.name }} fixed={{ id: passkey.id }} done={close}>
        <Text name="name" label={t('Name')} autoFocus />
        <Foot save={t('Rename passkey')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}
