import { scim, type ScimConnection } from '@claviger/contract/directories/scim'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Asks before a connection is deleted. */
export default function RemoveConnection({ of, close }: { of: ScimConnection; close: () => void }) {
  const remove = useWrite(scim.remove, {
    done() {
      toast('success', t('SCIM connection deleted'))
      close()
    },
  })
  return (
    <Confirm
      open
      title={t('Delete the SCIM connection “{name}”?', { name: of.name })}
      keep={t('Keep SCIM connection')}
      act={t('Delete SCIM connection')}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ id: of.id }, { onError: close })}
    >
      <p>
        <strong>{t('The directory is refused at once.')}</strong>
      </p>
      <p>{t('Its people and groups stay, and are changed by hand from then on.')}</p>
    </Confirm>
  )
}
