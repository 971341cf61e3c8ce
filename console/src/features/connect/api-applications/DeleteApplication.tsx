import { apiApplications, type ApiApplication } from '@claviger/contract/connect/api-applications'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'

export default function DeleteApplication({ of, close }: { of: ApiApplication; close: () => void }) {
  const remove = useWrite(apiApplications.remove, {
    quiet: true,
    done() {
      toast('success', t('{name} deleted', { name: of.name }))
      close()
    },
  })
  return (
    <Confirm
      open
      title={t('Delete this API application?')}
      keep={t('Keep')}
      act={t('Delete API application')}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ id: of.id })}
    >
      <p>
        <strong>{of.name}</strong>
      </p>
      {remove.isError && <Notice level="error">{remove.error.message}</Notice>}
      <p>
        {t('This also deletes its secret here. The secret stays valid in Entra ID or Okta until you revoke it there.')}
      </p>
    </Confirm>
  )
}
