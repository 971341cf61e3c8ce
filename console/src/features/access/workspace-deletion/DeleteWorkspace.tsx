import { graceDays, workspaceDeletion } from '@claviger/contract/access/workspace-deletion'
import { Button } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Form } from '#platform/ui/form/Form.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import over from '#platform/ui/over/over.module.css'

const start = { name: '' }

function Acts({ close }: { close: () => void }) {
  const { busy } = useFormState()
  return (
    <div className="cv-ends">
      <Button variant="default" onClick={close} disabled={busy} data-autofocus>
        {t('Keep workspace')}
      </Button>
      <Button type="submit" color="red" loading={busy}>
        {t('Delete 1 workspace')}
      </Button>
    </div>
  )
}

export default function DeleteWorkspace({ name, close }: { name: string; close: () => void }) {
  return (
    <Dialog open title={t('Delete 1 workspace?')} close={close}>
      <Form
        of={workspaceDeletion.begin}
        start={start}
        refused={(refusal, fields) => {
          if (refusal.code !== 'name-differs') return false
          fields.fault('name', refusal.message)
          return true
        }}
        done={() => {
          toast('success', t('{name} will be deleted in {days} days', { name, days: graceDays }), {
            detail: t('You can cancel this here until then.'),
          })
          close()
        }}
      >
        <div className={`${over.text ?? ''} cv-quiet`}>
          <p>
            <strong>{t('All users lose access immediately.')}</strong>{' '}
            {t(
              'After {days} days, the users, their keys, the settings, and the activity log are permanently deleted.',
              {
                days: graceDays,
              },
            )}
          </p>
          <p>
            {t("Owners receive an email and can cancel the deletion until then. We'll ask for your passkey first.")}
          </p>
        </div>
        <Text name="name" label={t('Enter “{name}”', { name })} autoComplete="off" />
        <Acts close={close} />
      </Form>
    </Dialog>
  )
}
