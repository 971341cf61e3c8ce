import { strengths } from '@claviger/contract/decide/strengths'
import { t } from '#platform/text/text.ts'
import { DeleteMany } from '#platform/ui/over/DeleteMany.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'

interface Props {
  of: { strengthId: string; name: string; policies: number; applications: number }
  close: () => void
  done?: () => void
}

export default function DeleteStrength({ of, close, done }: Props) {
  return (
    <DeleteMany
      of={strengths.removeMany}
      things={[{ id: of.strengthId, name: of.name }]}
      act={t('Delete strength')}
      said={() => t('{name} deleted', { name: of.name })}
      close={close}
      done={done}
    >
      {of.policies + of.applications > 0 && (
        <Notice level="warning">
          {t('Policies or applications use this strength. Remove it from them before you delete it.')}
        </Notice>
      )}
      <p>{t("You can't undo this.")}</p>
    </DeleteMany>
  )
}
