import { apiKeys } from '@claviger/contract/connect/api-keys'
import type { ApiKey } from '@claviger/contract/connect/api-keys'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t, Trans } from '../../../ground/text/text.ts'
import { When } from '../../../ground/ui/bits/When.tsx'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Asks before a key is deleted. */
export default function DeleteApiKey({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const remove = useWrite(apiKeys.remove, {
    done() {
      toast('success', t('API key deleted'))
      close()
    },
  })
  return (
    <Confirm
      open
      title={t('Delete 1 API key?')}
      keep={t('Keep API key')}
      act={t('Delete 1 API key')}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ id: apiKey.id }, { onError: close })}
    >
      <p>
        <strong>{t('Programs that use “{name}” are refused at once.', { name: apiKey.name })}</strong>{' '}
        {apiKey.lastUsedAt === null ? (
          t('It was never used.')
        ) : (
          <Trans id="It was last used <0/>." components={[<When key="at" at={apiKey.lastUsedAt} as="ago" />]} />
        )}
      </p>
      <p>{t('This cannot be undone.')}</p>
    </Confirm>
  )
}
