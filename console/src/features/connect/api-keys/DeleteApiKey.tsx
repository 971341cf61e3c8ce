import { apiKeys } from '@claviger/contract/connect/api-keys'
import type { ApiKey } from '@claviger/contract/connect/api-keys'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'

export default function DeleteApiKey({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  return (
    <ConfirmCall
      of={apiKeys.remove}
      input={{ id: apiKey.id }}
      title={t('Delete 1 API key?')}
      keep={t('Keep API key')}
      act={t('Delete 1 API key')}
      said={t('API key deleted')}
      close={close}
    >
      <p>
        <strong>{t('Programs that use “{name}” lose access immediately.', { name: apiKey.name })}</strong>{' '}
        {apiKey.lastUsedAt === null ? (
          t('It was never used.')
        ) : (
          <Trans id="It was last used <0/>." components={[<When key="at" at={apiKey.lastUsedAt} as="ago" />]} />
        )}
      </p>
      <p>{t("You can't undo this.")}</p>
    </ConfirmCall>
  )
}
