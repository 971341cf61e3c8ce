import { scim, type ScimConnection } from '@claviger/contract/directories/scim'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'

interface NewTokenProps {
  of: ScimConnection
  close: () => void
  made: (token: { token: string; url: string }) => void
}

export default function NewToken({ of, close, made }: NewTokenProps) {
  return (
    <Dialog open title={t('New SCIM token')} close={close}>
      <Form of={scim.token} start={{ keepHours: of.tokens.length > 0 ? '24' : '0' }} fixed={{ uid: of.id }} done={made}>
        {of.tokens.length > 0 && (
          <Choice
            name="keepHours"
            label={t('Previous token')}
            options={[
              { value: '0', label: t('Ends immediately') },
              { value: '24', label: t('Valid for one more day') },
              { value: '168', label: t('Valid for one more week') },
            ]}
            help={t('While both are valid, the directory keeps working until you enter the new token there.')}
          />
        )}
        <Foot save={t('Create SCIM token')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}
