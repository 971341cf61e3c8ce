import { graceDays } from '@claviger/contract/access/workspace-deletion'
import { endingKinds, type EndingCounts, workspaceEndings } from '@claviger/contract/access/workspace-deletion.others'
import { Button } from '@mantine/core'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Form } from '#platform/ui/form/Form.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import over from '#platform/ui/over/over.module.css'
import { Facts } from '#platform/ui/page/Card.tsx'
import { toastWaits } from '#features/tenancy/second-person/SecondPerson.tsx'

function Acts({ act, close }: { act: string; close: () => void }) {
  const { busy } = useFormState()
  return (
    <div className="cv-ends">
      <Button variant="default" onClick={close} disabled={busy} data-autofocus>
        {t('Keep workspace')}
      </Button>
      <Button type="submit" color="red" loading={busy}>
        {act}
      </Button>
    </div>
  )
}

interface Props {
  kind: number
  workspace: { id: string; name: string }
  counts: EndingCounts
  owners: number
  close: () => void
}

export default function PlanEnding({ kind, workspace: { id, name }, counts, owners, close }: Props) {
  const reset = kind === endingKinds.reset
  const act = reset ? t('Reset 1 workspace') : t('Delete 1 workspace')
  return (
    <Dialog open title={`${act}?`} close={close}>
      <Form
        of={reset ? workspaceEndings.reset : workspaceEndings.remove}
        fixed={{ id }}
        start={{ name: '' }}
        refused={(refusal, fields) => {
          if (refusal.code !== 'name-differs') return false
          fields.fault('name', refusal.message)
          return true
        }}
        done={({ waits }) => {
          close()
          if (waits) return toastWaits()
          const values = { name, days: graceDays }
          toast(
            'success',
            reset
              ? t('{name} will be reset in {days} days', values)
              : t('{name} will be deleted in {days} days', values),
            { detail: t('You can cancel this here until then.') },
          )
        }}
      >
        <div className={`${over.text ?? ''} cv-quiet`}>
          <p>
            <strong>{t('All users lose access immediately.')}</strong>{' '}
            {t('In {days} days, this is permanently deleted:', { days: graceDays })}
          </p>
          <Facts
            of={[
              [t('Users'), count(reset ? counts.users - owners : counts.users)],
              [t('Security keys'), count(counts.keys)],
              [t('Passkeys'), count(counts.passkeys)],
              [t('Groups'), count(counts.groups)],
              [t('Organization units'), count(counts.units)],
              [t('Devices'), count(counts.devices)],
              [t('Applications'), count(counts.applications)],
              [t('Access policies'), count(counts.policies)],
            ]}
          />
          {reset && (
            <p>
              {t('{count, plural, one {# owner stays} other {# owners stay}}, and so do their keys and the log.', {
                count: owners,
              })}
            </p>
          )}
        </div>
        <Text name="name" label={t('Enter “{name}”', { name })} autoComplete="off" />
        <Acts act={act} close={close} />
      </Form>
    </Dialog>
  )
}
