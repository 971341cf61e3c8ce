import { scim, type ScimConnection } from '@claviger/contract/directories/scim'
import { t } from '../../../ground/text/text.ts'
import { Choice } from '../../../ground/ui/fields/Choice.tsx'
import { Foot } from '../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../ground/ui/form/Form.tsx'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'

interface NewTokenProps {
  of: ScimConnection
  close: () => void
  made: (token: { token: string; url: string }) => void
}

/** Asks how long the token before stays good, then makes a new one. */
export default function NewToken({ of, close, made }: NewTokenProps) {
  return (
    <Dialog open title={t('New SCIM token')} close={close}>
      <Form of={scim.token} start={{ keepHours: of.tokens.length > 0 ? '24' : '0' }} fixed={{ uid: of.id }} done={made}>
        {of.tokens.length > 0 && (
          <Choice
            name="keepHours"
            label={t('The token before it')}
            options={[
              { value: '0', label: t('Ends at once') },
              { value: '24', label: t('Stays good for a day') },
              { value: '168', label: t('Stays good for a week') },
            ]}
            help={t('With both the directory goes on while you enter the new one there.')}
          />
        )}
        <Foot save={t('Make SCIM token')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}
