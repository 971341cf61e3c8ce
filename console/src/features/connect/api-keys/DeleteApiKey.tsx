import { apiKeys } from '@claviger/contract/connect/api-keys'
import type { ApiKey } from '@claviger/contract/connect/api-keys'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { When } from '../../../ground/ui/bits/When.tsx'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Asks before a key is deleted. */
export default function DeleteApiKey({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const remove = useWrite(apiKeys.remove, {
    done() {
      toast('success', 'API key deleted')
      close()
    },
  })
  return (
    <Confirm
      open
      title="Delete 1 API key?"
      keep="Keep API key"
      act="Delete 1 API key"
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ id: apiKey.id }, { onError: close })}
    >
      <p>
        <strong>Programs that use “{apiKey.name}” are refused at once.</strong>{' '}
        {apiKey.lastUsedAt === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used <When at={apiKey.lastUsedAt} as="ago" />.
          </>
        )}
      </p>
      <p>This cannot be undone.</p>
    </Confirm>
  )
}
