import { scim, type ScimConnection } from '@claviger/contract/directories/scim'
import { t } from '#platform/text/text.ts'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'

export default function RemoveConnection({ of, close }: { of: ScimConnection; close: () => void }) {
  return (
    <ConfirmCall
      of={scim.remove}
      input={{ id: of.id }}
      title={t('Delete SCIM connection “{name}”?', { name: of.name })}
      keep={t('Keep SCIM connection')}
      act={t('Delete SCIM connection')}
      said={t('SCIM connection deleted')}
      close={close}
    >
      <p>
        <strong>{t('Requests from the directory are refused immediately.')}</strong>
      </p>
      <p>{t('Its users and groups stay. You manage them by hand after that.')}</p>
    </ConfirmCall>
  )
}
