import { scim, type ScimConnection } from '@claviger/contract/directories/scim'
import { t } from '../../../ground/text/text.ts'
import { ConfirmCall } from '../../../ground/ui/over/ConfirmCall.tsx'

/** Asks before a connection is deleted. */
export default function RemoveConnection({ of, close }: { of: ScimConnection; close: () => void }) {
  return (
    <ConfirmCall
      of={scim.remove}
      input={{ id: of.id }}
      title={t('Delete the SCIM connection “{name}”?', { name: of.name })}
      keep={t('Keep SCIM connection')}
      act={t('Delete SCIM connection')}
      said={t('SCIM connection deleted')}
      close={close}
    >
      <p>
        <strong>{t('The directory is refused at once.')}</strong>
      </p>
      <p>{t('Its people and groups stay, and are changed by hand from then on.')}</p>
    </ConfirmCall>
  )
}
